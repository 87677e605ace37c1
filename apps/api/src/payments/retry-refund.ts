import { DomainError } from '@second-ring/contracts/errors'
import type { AskRefundAgainInput } from '@second-ring/contracts/payments/open-money'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { holdsMoney } from '#orders/open-dispute.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { lockPayment } from './lock-payment.ts'
import { makeDue, requestRefundOf } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

/**
 * Requests a refund of what a payment owes again, after its refunds failed or before the time of their next retry. The
 * automatic retries start again.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (nothing is owed, or the bank holds the money)
 */
export async function retryRefund(
  platform: Platform,
  caller: Caller,
  { paymentId }: AskRefundAgainInput,
): Promise<{ refundId: string }> {
  authorize(caller, 'payment.oversee')
  const { refundId } = await runTransaction(platform.database, tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const payment = await lockPayment(tx, paymentId)
      if (!payment) throw new DomainError('NOT_FOUND', 'There is no such payment.')
      if (await tx.dispute.count({ where: { paymentId, ...holdsMoney } })) {
        throw new DomainError('CONFLICT', 'The buyer’s bank disputes this payment, and decides about the money.')
      }
      const reason = payment.refunds.at(-1)?.reason ?? 'The order could not be paid any more'
      await makeDue(tx, paymentId)
      const id = await requestRefundOf(tx, platform, { paymentId, reason, requestedById: caller.id })
      if (id === null) throw new DomainError('CONFLICT', 'This payment owes nothing that is not on its way already.')
      const subject = { type: 'payment', id: paymentId } as const
      await recordAction(tx, { actorId: caller.id, action: 'payment.ask-refund', subject })
      return { refundId: id }
    }),
  )
  // Sent at once; the minute's job repeats it when the provider does not answer.
  await sendRefund(platform, { paymentId }).catch(() => undefined)
  return { refundId }
}
