import { can } from '@second-ring/contracts/permissions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/state-panel.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { AddPasskey } from './add-passkey.tsx'
import { AdminTokens } from './admin-tokens.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** An admin's passkeys, recovery codes and tokens; nothing for anyone else. */
export function FactorSection() {
  const account = useAccount()
  return account && can(account.role, 'factor.manage') ? <Factor /> : null
}

function Factor() {
  const factor = useQuery(useTRPC().factor.mine.queryOptions())
  // They are shown once, and wait for nothing.
  const renew = useMutation(useTRPC().factor.renewCodes.mutationOptions({ meta: { inBackground: true } }))
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[]>()
  const setUp = /^set-up=(.+)$/.exec(hash)?.[1]

  async function renewCodes() {
    try {
      setCodes((await renew.mutateAsync()).recoveryCodes)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  if (factor.isError && !factor.data) {
    return (
      <ErrorState
        title="Your passkeys did not load"
        text={factor.error.message}
        busy={factor.isFetching}
        onRetry={() => void factor.refetch()}
      />
    )
  }
  if (!factor.data) return <Skeleton className="h-48 w-full" />
  const { passkeys, recoveryCodesLeft, isRequired, tokens } = factor.data
  return (
    <>
      <Panel title="Passkeys">
        <p className="mb-4 text-muted">
          {isRequired ? 'You need one' : 'With one, you are asked for it'} before you remove a user, refund, verify a
          seller or export the audit. A proof counts for ten minutes.
        </p>
        {passkeys.length === 0 && isRequired && setUp === undefined && (
          <p className="mb-4 rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
            The first one needs a set-up link. Whoever runs this market makes one on the command line, by ‘admin
            reset-factor’ and your email.
          </p>
        )}
        {passkeys.length > 0 && <Passkeys passkeys={passkeys} />}
        <AddPasskey
          setUp={setUp}
          onAdded={({ recoveryCodes }) => {
            toast.success('Passkey added')
            if (recoveryCodes) setCodes(recoveryCodes)
            if (setUp !== undefined) void navigate({ to: '.', hash: '', replace: true })
          }}
        />
      </Panel>
      {passkeys.length > 0 && (
        <Panel title="Recovery codes">
          <p className="mb-4 text-muted">
            {recoveryCodesLeft === 1 ? '1 code is' : `${recoveryCodesLeft} codes are`} left. New codes replace all of
            them.
          </p>
          <Button variant="secondary" busy={renew.isPending} onClick={() => void renewCodes()}>
            Make new codes
          </Button>
        </Panel>
      )}
      {passkeys.length > 0 && <AdminTokens tokens={tokens} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

function Passkeys({ passkeys }: { passkeys: PasskeyProps[] }) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="mb-5 grid gap-2">
      {passkeys.map(passkey => (
        <Passkey key={passkey.id} {...passkey} />
      ))}
    </ul>
  )
}

interface PasskeyProps {
  id: string
  name: string
  createdAt: string
  usedAt: string | null
}

function Passkey({ id, name, createdAt, usedAt }: PasskeyProps) {
  const remove = useAttemptKey(useMutation(useTRPC().factor.removePasskey.mutationOptions()).mutateAsync)
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)

  async function removeIt() {
    setBusy(true)
    try {
      await remove({ passkeyId: id })
      toast.success(`Passkey ${name} removed`)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
    setAsks(false)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl bg-sunken px-4 py-2">
      <span className="min-w-0">
        <span tabIndex={-1} className="block font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="block text-sm text-muted">
          Added <Moment at={createdAt} />
          {usedAt && (
            <>
              , used <Moment at={usedAt} />
            </>
          )}
        </span>
      </span>
      <Button variant="danger" size="small" aria-label={`Remove passkey ${name}`} onClick={() => setAsks(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asks}
        title={`Remove passkey ${name}?`}
        text="It proves nothing here any more. With your last passkey your recovery codes go too."
        confirmLabel="Remove passkey"
        busy={busy}
        onConfirm={() => void removeIt()}
        onCancel={() => setAsks(false)}
      />
    </li>
  )
}
