import { formatCents } from '@second-ring/contracts/money'
import { type OpenMoney, SettleRefundOutsideForm } from '@second-ring/contracts/payments/open-money'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useTRPC } from '#api-client/trpc.ts'
import { AnswerBank } from '#orders/answer-bank.tsx'
import { DialogButton, useAct } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ReasonDialog } from '#ui/dialogs-on-demand.ts'

const HowItWasPaid = z.object({ reason: SettleRefundOutsideForm.shape.note })

/** What an admin can do about open money: see to a refund, answer a bank, or decide on a charge that fits no order. */
export function OpenMoneyActs({ item }: { item: OpenMoney }) {
  const { paymentId, kind } = item
  if ((kind === 'failed' || kind === 'owed') && paymentId) return <RefundActs item={item} paymentId={paymentId} />
  if (kind === 'disputed') return <AnswerBank disputeId={item.id} state={item.state} />
  return kind === 'unmatched' && item.state === 'WAITING' ? <ChargeActs chargeId={item.id} /> : null
}

/** Asks for a refund again, or says that it was paid back another way. */
function RefundActs({ item: { kind, amountCents }, paymentId }: { item: OpenMoney; paymentId: string }) {
  const askAgain = useMutation(useTRPC().payments.askRefundAgain.mutationOptions())
  const settle = useMutation(useTRPC().payments.settleRefundOutside.mutationOptions())
  const { busy, run } = useAct()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        onClick={() => void run(() => askAgain.mutateAsync({ paymentId }), 'The provider is asked again')}
      >
        Ask again now
      </Button>
      {kind === 'failed' && (
        <DialogButton
          variant="secondary"
          size="small"
          dialog={close => (
            <ReasonDialog
              title={`Was ${formatCents(amountCents)} paid back another way?`}
              description="The refund ends, and the card payment provider is not asked any more. This cannot be undone."
              schema={HowItWasPaid}
              label="How it was paid back"
              hint="The buyer and the seller read it, and it stands in the audit."
              action="It was paid back"
              done="Recorded. The buyer is notified."
              act={note => settle.mutateAsync({ paymentId, note })}
              onClose={close}
            />
          )}
        >
          Paid back another way
        </DialogButton>
      )}
    </div>
  )
}

/** Keeps a charge that fits no order, or gives it back. */
function ChargeActs({ chargeId: unmatchedChargeId }: { chargeId: string }) {
  const decide = useMutation(useTRPC().payments.decideUnmatched.mutationOptions())
  return (
    <div className="flex flex-wrap gap-2">
      <DialogButton
        variant="secondary"
        size="small"
        dialog={close => (
          <ReasonDialog
            title="Leave this charge as it is?"
            description="The market keeps the money. This cannot be undone here."
            hint="It stands in the audit."
            action="Leave it"
            done="It stays as it is"
            act={reason => decide.mutateAsync({ unmatchedChargeId, decision: 'dismiss', reason })}
            onClose={close}
          />
        )}
      >
        Leave it
      </DialogButton>
      <DialogButton
        variant="danger"
        size="small"
        dialog={close => (
          <ReasonDialog
            title="Give this charge back?"
            description="The whole charge goes back to its card. This cannot be undone."
            hint="It stands in the audit."
            action="Give it back"
            done="It goes back"
            act={reason => decide.mutateAsync({ unmatchedChargeId, decision: 'return', reason })}
            onClose={close}
          />
        )}
      >
        Give it back
      </DialogButton>
    </div>
  )
}
