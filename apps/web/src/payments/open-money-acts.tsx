import type { OpenMoney } from '@second-ring/contracts/payments/open-money'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const SettleOutsideDialog = lazyPart(() => import('./settle-outside-dialog.tsx'))
const ReasonDialog = lazyPart(() => import('#shell/reason-dialog.tsx'))

/** What an admin can do about open money: ask for a refund again, say that it was paid back another way, or decide on a charge that fits no order. */
export function OpenMoneyActs({ item }: { item: OpenMoney }) {
  const askAgain = useMutation(useTRPC().payments.askRefundAgain.mutationOptions())
  const decide = useMutation(useTRPC().payments.decideUnmatched.mutationOptions())
  const settle = useMutation(useTRPC().payments.settleRefundOutside.mutationOptions())
  const [isSettling, setIsSettling] = useState(false)
  const [decision, setDecision] = useState<'return' | 'dismiss'>()

  async function ask(paymentId: string) {
    try {
      await askAgain.mutateAsync({ paymentId })
      toast.success('The provider is asked again')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  const { paymentId, kind } = item
  if ((kind === 'failed' || kind === 'owed') && paymentId) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" busy={askAgain.isPending} onClick={() => void ask(paymentId)}>
          Ask again now
        </Button>
        {kind === 'failed' && (
          <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setIsSettling(true)}>
            Paid back another way
          </Button>
        )}
        {isSettling && (
          <SettleOutsideDialog
            amountCents={item.amountCents}
            settle={note => settle.mutateAsync({ paymentId, note })}
            onClose={() => setIsSettling(false)}
          />
        )}
      </div>
    )
  }
  if (kind !== 'unmatched' || item.state !== 'WAITING') return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setDecision('dismiss')}>
        Leave it
      </Button>
      <Button variant="danger" size="small" aria-haspopup="dialog" onClick={() => setDecision('return')}>
        Give it back
      </Button>
      {decision && (
        <ReasonDialog
          title={decision === 'return' ? 'Give this charge back?' : 'Leave this charge as it is?'}
          description={
            decision === 'return'
              ? 'The whole charge goes back to its card. This cannot be undone.'
              : 'The market keeps the money. This cannot be undone here.'
          }
          hint="It stands in the audit."
          confirmLabel={decision === 'return' ? 'Give it back' : 'Leave it'}
          done={decision === 'return' ? 'It goes back' : 'It stays as it is'}
          act={reason => decide.mutateAsync({ unmatchedChargeId: item.id, decision, reason })}
          onClose={() => setDecision(undefined)}
        />
      )}
    </div>
  )
}
