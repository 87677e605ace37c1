import type { PayoutAccount, PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAccount } from '#session/session-context.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** How one comes to the page from the provider: it was left, or its link had been used or was too old. */
export type FromProvider = 'returned' | 'again'

interface PayoutAccountCardProps {
  from?: FromProvider | undefined
  /** Opens a page of the provider; in the same tab unless a test says otherwise. */
  open?: (url: string) => void
}

/** How often the account is read again after a return, in milliseconds, and how many times: the provider tells the server soon. */
const ASK_AGAIN_MS = 3000
const ASKED_MOST = 20

const texts: Record<PayoutAccountState, { badge?: [Tone, string]; text: string; button?: string }> = {
  NONE: {
    text: 'What you earn waits until you have set up payouts. Our payment provider asks who you are and where your money goes.',
    button: 'Set up payouts',
  },
  UNFINISHED: {
    badge: ['warm', 'Not finished'],
    text: 'You have begun to set up payouts. What you earn waits until you have finished.',
    button: 'Go on at the provider',
  },
  CHECKING: {
    badge: ['neutral', 'Being checked'],
    text: 'The provider looks at what you entered. There is nothing to do: we tell you when payouts are set up.',
  },
  ASKED: {
    badge: ['warm', 'Asked for more'],
    text: 'Payouts go on. The provider asks you for more, and may pause them when you do not answer:',
    button: 'Go on at the provider',
  },
  READY: {
    badge: ['good', 'Ready'],
    text: 'Payouts are set up. What you earn can go to your bank.',
    button: 'Your bank details at the provider',
  },
  DISABLED: {
    badge: ['bad', 'Paused'],
    text: 'Payouts to you are paused, and your money waits, until you have answered what the provider asks you for:',
    button: 'Go on at the provider',
  },
  REJECTED: {
    badge: ['bad', 'Refused'],
    text: 'The provider refuses to pay out to you. Your money waits.',
  },
}

/** What is said instead while an admin has stopped payouts, of what would not be true. */
const whileFrozen: Partial<Record<PayoutAccountState, { badge?: [Tone, string]; text: string }>> = {
  NONE: {
    text: 'What you earn waits until you have set up payouts, and an admin lets them go on. Our payment provider asks who you are and where your money goes.',
  },
  UNFINISHED: {
    text: 'You have begun to set up payouts. What you earn waits until you have finished, and an admin lets payouts go on.',
  },
  ASKED: {
    text: 'An admin has stopped payouts to you. The provider asks you for more, and may pause them, too, when you do not answer:',
  },
  READY: {
    badge: ['bad', 'Stopped'],
    text: 'Payouts are set up, and an admin has stopped them. What you earn waits until they go on.',
  },
  DISABLED: {
    text: 'An admin has stopped payouts to you. They are paused, too, until you have answered what the provider asks you for:',
  },
}

/** One's account at the payment provider: how far it is, and the way there. Bank details are entered at the provider alone. */
export function PayoutAccountCard({ from, open = openInThisTab }: PayoutAccountCardProps) {
  const query = useQuery(
    useTRPC().payouts.account.queryOptions(undefined, {
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        from === 'returned' && data && isOnItsWay(data) && dataUpdateCount < ASKED_MOST && ASK_AGAIN_MS,
    }),
  )
  const { mutate: refresh } = useMutation(useTRPC().payouts.refreshAccount.mutationOptions())
  const refreshOnReturn = useEffectEvent(() => from === 'returned' && refresh())
  useEffect(() => void refreshOnReturn(), [])
  return (
    <Panel title="Payouts to your bank">
      <QueryData query={query} what="your payout account" skeleton={<Skeleton className="h-24 w-full" />}>
        {account => <AccountState account={account} from={from} open={open} />}
      </QueryData>
    </Panel>
  )
}

function AccountState({
  account: { state, asks, frozen },
  from,
  open,
}: Required<Pick<PayoutAccountCardProps, 'open'>> & {
  account: PayoutAccount
  from: FromProvider | undefined
}) {
  const { badge, text, button } = { ...texts[state], ...(frozen && whileFrozen[state]) }
  const needsProof = useAccount()?.emailVerified === false
  const isAsked = state === 'ASKED' || state === 'DISABLED'
  // The words of the notification that a payout failed.
  const label = isAsked && asks.every(ask => ask === 'a bank account') ? 'Name a bank account at the provider' : button
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <div role="status" className="grid justify-items-start gap-3">
        {badge && <Badge tone={badge[0]}>{badge[1]}</Badge>}
        {from === 'again' && state !== 'READY' && <p>That link had been used, or was too old. Go on with a new one.</p>}
        <p>{text}</p>
        {isAsked && (
          <ul className="list-disc pl-5">
            {asks.map(ask => (
              <li key={ask}>{ask}</li>
            ))}
          </ul>
        )}
      </div>
      {state === 'REJECTED' && (
        <p>
          <Link to="/about" className="font-semibold text-accent-ink underline underline-offset-4">
            Write to us
          </Link>{' '}
          about it.
        </p>
      )}
      {label && needsProof && (
        <p>
          Prove your email first: open the link that we mailed to you.{' '}
          <Link to="/dashboard/account" className="font-semibold text-accent-ink underline underline-offset-4">
            See your email
          </Link>
        </p>
      )}
      {label && !needsProof && (
        <ProviderButton label={label} variant={state === 'READY' ? 'secondary' : 'primary'} open={open} />
      )}
      <p className="text-sm text-muted">
        Your bank details are entered at the provider only. Second Ring never sees them.
      </p>
    </div>
  )
}

interface ProviderButtonProps {
  label: string
  variant: 'primary' | 'secondary'
  open: (url: string) => void
}

/** Leads to the provider, by a link that is made as it is pressed: each opens once. */
function ProviderButton({ label, variant, open }: ProviderButtonProps) {
  const start = useMutation(useTRPC().payouts.startOnboarding.mutationOptions({ onSuccess: ({ url }) => open(url) }))
  return (
    <>
      <Button variant={variant} busy={start.isPending} onClick={() => start.mutate()}>
        {label}
        <ExternalLink aria-hidden="true" className="size-4" />
      </Button>
      {start.isError && (
        <p role="alert" className="font-medium text-danger">
          {messageOf(start.error)}
        </p>
      )}
    </>
  )
}

/** Whether the provider may say more in a moment, of an account about which somebody has just answered. */
function isOnItsWay({ state }: PayoutAccount): boolean {
  return state !== 'NONE' && state !== 'READY' && state !== 'REJECTED'
}

function openInThisTab(url: string): void {
  location.assign(url)
}
