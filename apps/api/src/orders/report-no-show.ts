import { inUtc } from '@second-ring/contracts/in-utc'
import { NO_SHOW_ANSWER_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { DenyNoShowInput, ReportNoShowInput } from '@second-ring/contracts/orders/no-show'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { nameOf, otherSide } from './arrange-meeting.ts'
import { lockOrder } from './lock-order.ts'
import { requireAction } from './order-rules.ts'
import { NO_SHOW_REMINDER } from './reminders.ts'

/** How long the handover may take at least: a day more than the answer. */
const HANDOVER_AFTER = `${NO_SHOW_ANSWER_HOURS + 24} hours` as const

/**
 * Says that the other side of the caller's paid order did not come to the meeting whose time they had agreed on. They have
 * {@link NO_SHOW_ANSWER_HOURS} to answer, and a day is left for the handover after that. Each side says so once in a deal.
 * @returns until when the other side can answer
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (before the time, said already, one is open, or
 * disputed), TOO_MANY_REQUESTS
 */
export async function reportNoShow(
  { database, rateLimits }: Platform,
  caller: Caller,
  { orderId, text }: ReportNoShowInput,
): Promise<{ orderId: string; answerDueAt: string }> {
  authorize(caller, 'order.arrange')
  await rateLimits.countAccount('arrange', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'reportNoShow')
      const reporting = query
        .insertInto('no_show_reports')
        .columns(['order_id', 'reported_by_id', 'text', 'meeting_time', 'answer_due_at'])
        .expression(({ cast, selectFrom, val }) =>
          selectFrom('orders as o')
            .where('o.id', '=', orderId)
            .where('o.meeting_time', '<=', now)
            .select([
              'o.id',
              cast<string>(val(caller.id), 'uuid').as('reported_by_id'),
              cast<string>(val(text), 'text').as('text'),
              'o.meeting_time',
              fromNow(`${NO_SHOW_ANSWER_HOURS} hours`).as('answer_due_at'),
            ]),
        )
        .returning('answer_due_at as due')
      const [reported] = await run(tx, reporting)
      if (!reported) throw new Error(`Order ${orderId} has no meeting that has passed`)
      const prolonging = query
        .updateTable('orders')
        .set({ handover_due_at: sql<Date>`greatest(handover_due_at, ${fromNow(HANDOVER_AFTER)})` })
      await run(tx, prolonging.where('id', '=', orderId))
      await tx.orderReminder.deleteMany({ where: { orderId, kind: NO_SHOW_REMINDER } })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.report-no-show', subject })
      const who = nameOf(caller, order)
      const by = inUtc(reported.due)
      const silence =
        caller.id === order.buyerId
          ? `Answer by ${by}, or the payment goes back to the buyer.`
          : `Answer by ${by}; if you agree, the payment goes back to your card.`
      const message = `${who} says that you did not come to meet for ${order.productName}. ${silence}`
      const words = { by: who, text }
      await notifyUser(tx, { userId: otherSide(caller, order), kind: 'no-show-reported', message, words, orderId })
      return { orderId, answerDueAt: reported.due.toISOString() }
    }),
  )
}

/**
 * Denies what the other side has reported. The order goes on, both sides and the admins are notified, and an admin may refund it.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), CONFLICT (nothing is reported, or too late)
 */
export async function denyNoShow(
  { database }: Platform,
  caller: Caller,
  { orderId, text }: DenyNoShowInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.arrange')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrder(tx, caller, orderId)
      requireAction(caller, order, 'denyNoShow')
      await closeReport(tx, orderId, { state: 'DENIED', answer: text })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.deny-no-show', subject })
      const who = nameOf(caller, order)
      const about = `${who} says that they did come to meet for ${order.productName}`
      const words = { by: who, text }
      const message = `${about}. The sale goes on; the admins read what you both say.`
      await notifyUser(tx, { userId: otherSide(caller, order), kind: 'no-show-answered', message, words, orderId })
      await notifyAdmins(tx, {
        kind: 'no-show-answered',
        message: `${about}. The other side had reported that they did not. The sale goes on.`,
        orderId,
      })
      return { orderId }
    }),
  )
}

/** Answers the open report of a locked order. */
export async function closeReport(
  tx: Transaction,
  orderId: string,
  { state, answer }: { state: 'ADMITTED' | 'DENIED'; answer: string | null },
): Promise<void> {
  const closing = query.updateTable('no_show_reports').set({ state, answer, answered_at: now })
  await run(tx, closing.where('order_id', '=', orderId).where('state', '=', 'OPEN'))
}
