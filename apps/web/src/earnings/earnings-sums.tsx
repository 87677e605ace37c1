import type { EarningsSummary } from '@second-ring/contracts/earnings/earnings'
import { formatCents } from '@second-ring/contracts/money'
import { PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { CLOSED, describeWait } from '#orders/payout-wait.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const sums = [
  { of: 'heldCents', label: 'Held', text: `Paid by buyers. Yours ${PROTECTION_HOURS} hours after the handover.` },
  {
    of: 'readyCents',
    label: 'Ready',
    text: 'Yours, and sent on as soon as our payment provider has it. Payouts are made once a day.',
  },
  { of: 'onItsWayCents', label: 'On its way', text: 'Sent, and not at your bank yet.' },
  { of: 'paidOutCents', label: 'Paid out', text: 'All that has arrived at your bank.' },
] as const satisfies readonly { of: keyof EarningsSummary; label: string; text: string }[]

const grid = 'grid grid-cols-1 gap-3 xs:grid-cols-2 xl:grid-flow-col xl:auto-cols-fr'

/** Where a seller's money is, after the fee. */
export function EarningsSums(summary: EarningsSummary) {
  const { data: account } = useQuery(useTRPC().payouts.account.queryOptions())
  const waits = account !== undefined && account.state !== 'READY' && account.state !== 'ASKED'
  const { wait, waitingCents, closedCents, onItsWayCents } = summary
  const shown = sums.flatMap((sum): Shown[] => {
    if (sum.of !== 'onItsWayCents') return [{ ...sum, cents: Math.max(0, summary[sum.of]) }]
    const goesOn = wait && `Sent to our payment provider. ${describeWait(wait)}`
    return [
      ...(closedCents > 0
        ? [{ of: 'closedCents' as const, label: 'On a closed account', text: CLOSED, cents: closedCents }]
        : []),
      ...(goesOn
        ? [{ of: 'waitingCents' as const, label: 'Waits', text: goesOn, cents: waitingCents - closedCents }]
        : []),
      { ...sum, cents: Math.max(0, onItsWayCents - waitingCents) },
    ]
  })
  const owes = summary.readyCents < 0
  const readyText = whatWaits({ isUnset: waits, isFrozen: summary.frozen })
  return (
    <>
      <dl className={grid}>
        {shown.map(({ of, label, text, cents }) => (
          <div key={label} className="rounded-card border border-line bg-surface p-4 shadow-card">
            <dt className="text-sm text-muted">{label}</dt>
            <dd>
              <span className="block text-2xl font-extrabold wrap-anywhere tabular-nums">{formatCents(cents)}</span>
              <span className="mt-1 block text-sm text-muted">{of === 'readyCents' ? (readyText ?? text) : text}</span>
            </dd>
          </div>
        ))}
      </dl>
      {owes && (
        <p className="mt-3 rounded-card bg-warm-soft p-4 text-warm-ink">
          You owe Second Ring {formatCents(-summary.readyCents)}: a buyer got money back that was yours already. It is
          taken from your next sales.
        </p>
      )}
      {summary.disputedCents > 0 && (
        <p className="mt-3 rounded-card bg-warm-soft p-4 text-warm-ink">
          {formatCents(summary.disputedCents)} of what was sent to our payment provider waits: a buyer’s bank disputes a
          payment. It is sent to your bank if that decides for you{summary.frozen && ', once payouts to you go on'}.
        </p>
      )}
    </>
  )
}

interface Shown {
  of: keyof EarningsSummary
  label: string
  text: string
  cents: number
}

interface Waits {
  /** Whether there is no account that money can go to. */
  isUnset: boolean
  isFrozen: boolean
}

/** What is said of the money that is ready while it is not sent on by itself; undefined while it is. */
function whatWaits({ isUnset, isFrozen }: Waits): string | undefined {
  if (!isFrozen) return isUnset ? 'Yours. It waits until payouts are set up.' : undefined
  return isUnset
    ? 'Yours. It waits until payouts are set up, and an admin lets them go on.'
    : 'Yours. It waits until an admin lets payouts go on.'
}

export function SumsSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading your earnings</span>
      {sums.map(({ of }) => (
        <Skeleton key={of} className="h-28 rounded-card" />
      ))}
    </div>
  )
}
