import type { Decision } from '@second-ring/contracts/accounts/user-details'
import type { PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import { Decided } from '#accounts/decided.tsx'
import { ModerationDialog } from '#accounts/moderation-slot.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'

interface PayoutFreezeProps {
  seller: { id: string; name: string }
  /** Null unless payouts to them are frozen. */
  freeze: Decision | null
  /** How far their account at the payment provider is. */
  account: PayoutAccountState
  /** Whether their account is gone: then payouts can be released alone. */
  isRemoved: boolean
}

/** Why what a seller earns waits, of an account to which nothing is sent. */
const whyItWaits: Partial<Record<PayoutAccountState, string>> = {
  NONE: 'They have no payout account yet: what they earn waits.',
  UNFINISHED: 'They have not finished setting up payouts: what they earn waits.',
  CHECKING: 'The payment provider is still checking their account: what they earn waits.',
  DISABLED: 'The payment provider has paused payouts to them: what they earn waits.',
  REJECTED: 'The payment provider refuses to pay out to them: what they earn waits.',
}

/** Whether money goes to a seller, and where an admin stops it or lets it go on, each after a question. */
export function PayoutFreeze({ seller, freeze, account, isRemoved }: PayoutFreezeProps) {
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
                text={`${whyItWaits[account] ?? 'What they have earned is sent to their bank again.'} They get a mail, too.`}
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
          <p className="mb-4 text-muted">{whyItWaits[account] ?? 'What they earn is sent to their bank.'}</p>
          <DialogButton
            variant="danger"
            dialog={close => (
              <ModerationDialog
                title={`Freeze the payouts to ${name}?`}
                description="Nothing more is sent to their bank until an admin releases it. What they have earned stays theirs; what their bank is about to get arrives."
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
