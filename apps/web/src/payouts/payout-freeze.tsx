import { SuspensionForm } from '@second-ring/contracts/accounts/moderation'
import type { Decision } from '@second-ring/contracts/accounts/user-details'
import { Decided } from '#accounts/decided.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog, ReasonDialog } from '#ui/dialogs-on-demand.ts'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'

interface PayoutFreezeProps {
  seller: { id: string; name: string }
  /** Null unless payouts to them are frozen. */
  freeze: Decision | null
  /** Whether their account is gone: then payouts can be released alone. */
  isRemoved: boolean
}

/** Whether money goes to a seller, and where an admin stops it or lets it go on, each after a question. */
export function PayoutFreeze({ seller, freeze, isRemoved }: PayoutFreezeProps) {
  const { accounts } = useTRPC()
  const stop = useKeyedMutation(accounts.freezePayouts.mutationOptions())
  const release = useKeyedMutation(accounts.releasePayouts.mutationOptions())
  const { id: userId } = seller
  const name = shownName(seller.name)
  if (!freeze && isRemoved) return null
  return (
    <Panel title="Payouts">
      {freeze ? (
        <>
          <p className="mb-4 wrap-anywhere">
            Frozen: <Decided {...freeze} />
          </p>
          <DialogButton
            variant="secondary"
            dialog={close => (
              <ActDialog
                title={`Release the payouts to ${name}?`}
                text="What they have earned is sent to their bank again. They get a mail, too."
                confirmLabel="Release payouts"
                variant="primary"
                done={`Payouts to ${name} go on`}
                act={() => release({ userId })}
                onClose={close}
              />
            )}
          >
            Release payouts
          </DialogButton>
        </>
      ) : (
        <>
          <p className="mb-4 text-muted">What they earn is sent to their bank.</p>
          <DialogButton
            variant="danger"
            dialog={close => (
              <ReasonDialog
                title={`Freeze the payouts to ${name}?`}
                description="Nothing more is sent to their bank until an admin releases it. What they have earned stays theirs; what their bank is about to get arrives."
                schema={SuspensionForm}
                hint="They read it, by mail too."
                action="Freeze payouts"
                done={`Payouts to ${name} are frozen`}
                act={reason => stop({ userId, reason })}
                onClose={close}
              />
            )}
          >
            Freeze payouts
          </DialogButton>
        </>
      )}
    </Panel>
  )
}
