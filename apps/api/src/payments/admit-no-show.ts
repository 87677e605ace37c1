import type { AdmitNoShowInput } from '@second-ring/contracts/orders/no-show'
import { authorize, type Caller } from '#identity/caller.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { requireAction } from '#orders/order-rules.ts'
import { closeReport } from '#orders/report-no-show.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { describeNoShow, refundStranded } from './refund-missed-handovers.ts'
import { sendRefund } from './send-refund.ts'

/**
 * Admits that the caller did not come to the meeting, as the other side of their order has reported: it ends, all of the money goes
 * back to the buyer, and the phone is for sale again where the buyer did not come. A seller who did not posts it again.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (nothing is reported of the caller, or the bank
 * holds the money)
 */
export async function admitNoShow(
  platform: Platform,
  caller: Caller,
  { orderId }: AdmitNoShowInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.cancel')
  const { paymentId } = await platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'admitNoShow')
      await closeReport(tx, orderId, { state: 'ADMITTED', answer: null })
      const subject = { type: 'order', id: order.id } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.admit-no-show', subject })
      const side = caller.id === order.buyerId ? 'buyer' : 'seller'
      const ending = side === 'buyer' ? 'BUYER_NO_SHOW' : 'SELLER_NO_SHOW'
      await refundStranded(tx, platform, order, { ending, reason: describeNoShow(side), actorId: caller.id })
      const payment = { orderId, state: 'SUCCEEDED' } as const
      return { paymentId: (await tx.payment.findFirstOrThrow({ where: payment, select: { id: true } })).id }
    }),
  )
  // Sent at once; the job repeats it when the provider does not answer.
  await sendRefund(platform, { paymentId }).catch(() => undefined)
  return { orderId }
}
