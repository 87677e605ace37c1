import type { AddNoteInput } from '@second-ring/contracts/orders/arrange-meeting'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { ago } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { otherSide } from './arrange-meeting.ts'
import { lockOrder } from './lock-order.ts'
import { type OrderStatus, requireAction } from './order-rules.ts'

/**
 * Writes a short note to the other side of the caller's order, who is notified at most once an hour.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (ended), CONFLICT (no room for more), TOO_MANY_REQUESTS
 */
export async function addNote(
  { database, rateLimits }: Platform,
  caller: Caller,
  { orderId, text }: AddNoteInput,
): Promise<{ noteId: string }> {
  authorize(caller, 'order.arrange')
  await rateLimits.countAccount('arrange', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'addNote')
      const { id } = await tx.orderNote.create({ data: { orderId, authorId: caller.id, text }, select: { id: true } })
      await notifyOfNote(tx, order, otherSide(caller, order))
      return { noteId: id }
    }),
  )
}

async function notifyOfNote(tx: Transaction, { id: orderId, productName }: OrderStatus, userId: string): Promise<void> {
  const notified = query.selectFrom('notices').where('user_id', '=', userId).where('order_id', '=', orderId)
  const recent = notified.where('kind', '=', 'note').where('created_at', '>', ago('1 hour'))
  if ((await run(tx, recent.select('id').limit(1))).length > 0) return
  await notifyUserOfLatest(tx, { userId, kind: 'note', message: `There is a new note about ${productName}.`, orderId })
}
