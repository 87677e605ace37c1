import type { MyFactorOutput } from '@second-ring/contracts/factor/factor'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { Moment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { AddPasskey } from './add-passkey.tsx'
import { AdminTokens } from './admin-tokens.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What an admin proves themselves with. */
export default function FactorParts() {
  const query = useQuery(useTRPC().factor.mine.queryOptions())
  return (
    <QueryData query={query} what="your passkeys" skeleton={<Skeleton className="h-48 w-full" />}>
      {factor => <Parts {...factor} />}
    </QueryData>
  )
}

function Parts({ passkeys, recoveryCodesLeft, isRequired, tokens }: MyFactorOutput) {
  // They are shown once, and wait for nothing.
  const renew = useMutation(useTRPC().factor.renewCodes.mutationOptions({ meta: { inBackground: true } }))
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[]>()
  const { busy, run } = useAct()
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  const setUp = /^set-up=(.+)$/.exec(hash)?.[1]
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
        {passkeys.length > 0 && (
          <ul {...focusProps} className="mb-5 grid gap-2">
            {passkeys.map(passkey => (
              <Passkey key={passkey.id} {...passkey} />
            ))}
          </ul>
        )}
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
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => void run(async () => setCodes((await renew.mutateAsync()).recoveryCodes))}
          >
            Make new codes
          </Button>
        </Panel>
      )}
      {passkeys.length > 0 && <AdminTokens tokens={tokens} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

function Passkey({ id, name, createdAt, usedAt }: MyFactorOutput['passkeys'][number]) {
  const remove = useKeyedMutation(useTRPC().factor.removePasskey.mutationOptions())
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
      <DialogButton
        variant="danger"
        size="small"
        aria-label={`Remove passkey ${name}`}
        dialog={close => (
          <ActDialog
            title={`Remove passkey ${name}?`}
            text="It proves nothing here any more. With your last passkey your recovery codes go too."
            confirmLabel="Remove passkey"
            done={`Passkey ${name} removed`}
            act={() => remove({ passkeyId: id })}
            onClose={close}
          />
        )}
      >
        Remove
      </DialogButton>
    </li>
  )
}
