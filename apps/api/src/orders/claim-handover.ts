import { inUtc } from '@second-ring/contracts/in-utc'
import { HANDOVER_ANSWER_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { ClaimHandoverInput } from '@second-ring/contracts/orders/hand-over'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockOrder } from './lock-order.ts'
import { requireAction } from './order-rules.ts'

/**
 * The seller says, without the buyer's code, that the phone was handed over. The buyer has {@link HANDOVER_ANSWER_HOURS}
 * to answer; from now on nothing is refunded automatically.
 * @returns until when the buyer can answer
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (said already, or disputed)
 */
export async function claimHandover(
  { database }: Platform,
  caller: Caller,
  { orderId }: ClaimHandoverInput,
): Promise<{ orderId: string; answerDueAt: string }> {
  authorize(caller, 'order.hand-over')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'claimHandover')
      const answerDueAt = fromNow(`${HANDOVER_ANSWER_HOURS} hours`)
      const claiming = query
        .updateTable('orders')
        .set({ handover_claimed_at: now, updated_at: now, answer_due_at: answerDueAt })
        .where('id', '=', orderId)
        .returning('answer_due_at as due')
      const [claimed] = await run(tx, claiming)
      if (!claimed?.due) throw new Error(`Order ${orderId} is gone`)
      await recordAction(tx, {
        actorId: caller.id,
        action: 'order.claim-handover',
        subject: { type: 'order', id: orderId },
      })
      const message = `The seller says that ${order.productName} was handed over to you. Do you have it? Answer by ${inUtc(claimed.due)}, or an admin decides.`
      await notifyUser(tx, { userId: order.buyerId, kind: 'handover-claimed', message, orderId })
      return { orderId, answerDueAt: claimed.due.toISOString() }
    }),
  )
}
