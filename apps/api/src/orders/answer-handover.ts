import { inUtc } from '@second-ring/contracts/in-utc'
import type { ConfirmHandoverInput, DenyHandoverInput } from '@second-ring/contracts/orders/hand-over'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { completeOrder } from './complete-order.ts'
import { lockOrder } from './lock-order.ts'
import { requireAction } from './order-rules.ts'
import { DECISION_REQUESTED } from './reminders.ts'

/**
 * The buyer says that they have the phone, whether the seller has said so or not: the order is completed.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (the bank disputes the payment)
 */
export async function confirmHandover(
  { database }: Platform,
  caller: Caller,
  { orderId }: ConfirmHandoverInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.confirm-handover')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'confirmHandover')
      const until = await completeOrder(tx, orderId, { actorId: caller.id, action: 'order.confirm-handover' })
      const message = `The buyer says that they have ${order.productName}. The money is yours on ${inUtc(until)}, or as soon as they say that all is fine.`
      await notifyUser(tx, { userId: order.sellerId, kind: 'handed-over', message, orderId })
      return { orderId }
    }),
  )
}

/**
 * The buyer says that they do not have the phone, though the seller says so. The admins are notified to decide.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid), CONFLICT (not claimed, denied already, or too late)
 */
export async function denyHandover(
  { database }: Platform,
  caller: Caller,
  { orderId, reason }: DenyHandoverInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.confirm-handover')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'denyHandover')
      const denying = query.updateTable('orders').set({ handover_denied_at: now, updated_at: now })
      await run(tx, denying.where('id', '=', orderId))
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.deny-handover', subject, reason })
      const about = `The buyer says that they do not have ${order.productName}`
      const [message, words] = [`${about}. An admin decides.`, { by: 'The buyer', text: reason }]
      await notifyUser(tx, { userId: order.sellerId, kind: 'handover-denied', message, words, orderId })
      await tx.orderReminder.createMany({ data: { orderId, kind: DECISION_REQUESTED }, skipDuplicates: true })
      const toAdmins = `${about}, and the seller says that they do. Decide on this order.`
      await notifyAdmins(tx, { kind: 'handover-undecided', message: toAdmins, orderId })
      return { orderId }
    }),
  )
}
