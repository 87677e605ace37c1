import { DomainError } from '@second-ring/contracts/errors'
import { type Database, type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { lockUsers } from '#accounts/lock-users.ts'
import type { Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import { isDisputed, isMoneyHeld } from '#platform/disputed.ts'
import { type OrderStatus, partyOf } from './order-rules.ts'
import { isRefundUnderWay, refundProgress } from './refund-progress.ts'

const findOrderStatus = prepare((parameter: Parameters<{ orderId: string }>) =>
  query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .innerJoin('users as b', 'b.id', 'o.buyer_id')
    .leftJoin('claims as k', 'k.order_id', 'o.id')
    .leftJoin('meeting_proposals as m', join => join.onRef('m.order_id', '=', 'o.id').on('m.state', '=', 'OPEN'))
    .leftJoin('cancellation_proposals as c', join =>
      join.onRef('c.order_id', '=', 'o.id').on('c.state', '=', 'OPEN').on('c.due_at', '>', now),
    )
    .leftJoin('no_show_reports as n', join => join.onRef('n.order_id', '=', 'o.id').on('n.state', '=', 'OPEN'))
    .where('o.id', '=', parameter('orderId'))
    .select(({ selectFrom }) => {
      const notesBy = (author: 'o.buyer_id' | 'l.seller_id') =>
        selectFrom('order_notes as n')
          .whereRef('n.order_id', '=', 'o.id')
          .whereRef('n.author_id', '=', author)
          .select(sql<number>`count(*)::int`.as('count'))
          .$asScalar()
          .$notNull()
      return [
        'o.id',
        'o.listing_id as listingId',
        'o.product_name as productName',
        'o.buyer_id as buyerId',
        'l.seller_id as sellerId',
        'o.state',
        sql<boolean>`o.reserved_until > now()`.as('held'),
        'o.handover_code as handoverCode',
        'o.handover_attempts as handoverAttempts',
        sql<boolean>`o.handover_claimed_at IS NOT NULL`.as('claimed'),
        sql<boolean>`o.handover_denied_at IS NOT NULL`.as('denied'),
        sql<boolean>`coalesce(o.answer_due_at <= now(), false)`.as('answerOver'),
        isDisputed.as('disputed'),
        isMoneyHeld.as('moneyHeld'),
        refundProgress.as('refund'),
        isRefundUnderWay.as('refundUnderWay'),
        sql<boolean>`b.suspended_at IS NOT NULL`.as('buyerSuspended'),
        sql<boolean>`coalesce(o.protected_until <= now(), false)`.as('protectionOver'),
        'k.state as claimState',
        sql<boolean>`coalesce(k.due_at <= now(), false)`.as('claimOver'),
        sql<boolean>`coalesce(k.decision = 'RETURN', false)`.as('returnOrdered'),
        'k.return_code as returnCode',
        sql<number>`coalesce(k.return_attempts, 0)`.as('returnAttempts'),
        notesBy('o.buyer_id').as('buyerNotes'),
        notesBy('l.seller_id').as('sellerNotes'),
        sql<OrderStatus['cancellation']>`CASE WHEN c.id IS NOT NULL THEN jsonb_build_object(
          'id', c.id, 'byId', c.proposed_by_id, 'relist', c.relist) END`.as('cancellation'),
        sql<OrderStatus['noShowBy']>`CASE WHEN n.reported_by_id = o.buyer_id THEN 'buyer'
          WHEN n.id IS NOT NULL THEN 'seller' END`.as('noShowBy'),
        sql<boolean>`coalesce(n.answer_due_at <= now(), false)`.as('noShowOver'),
        sql<boolean>`coalesce(o.meeting_time <= now(), false)`.as('meetingOver'),
        sql<string[]>`ARRAY(SELECT r.reported_by_id::text FROM no_show_reports r WHERE r.order_id = o.id)`.as(
          'reporterIds',
        ),
        'm.id as proposalId',
        'm.proposed_by_id as proposedById',
      ]
    }),
)

const lockRow = prepare((parameter: Parameters<{ orderId: string }>) =>
  query.selectFrom('orders').where('id', '=', parameter('orderId')).select('id').forNoKeyUpdate(),
)

/** Locks an order's row until the transaction's end. */
export async function lockOrderRow(tx: Transaction, orderId: string): Promise<void> {
  await lockRow(tx, { orderId })
}

/** Reads the status of an order that its rules need; undefined when there is none. */
export async function readOrderStatus(
  database: Database | Transaction,
  orderId: string,
): Promise<OrderStatus | undefined> {
  const [order] = await findOrderStatus(database, { orderId })
  return order
}

/**
 * Locks an order until the transaction's end, so that actions on it are serialized.
 * @throws DomainError NOT_FOUND (no such order, or the caller is no party of it)
 */
export async function lockOrder(tx: Transaction, caller: Caller, orderId: string): Promise<OrderStatus> {
  await lockOrderRow(tx, orderId)
  // Read under the lock: the order may have changed while the lock was waited for.
  const order = await readOrderStatus(tx, orderId)
  if (!order || partyOf(caller, order) === null) throw new DomainError('NOT_FOUND', 'You have no such order.')
  return order
}

/** Locks the buyer and the seller of an order, where there is one, against what removes or suspends them. */
export async function lockSides(tx: Transaction, orderId: string): Promise<void> {
  const order = await readOrderStatus(tx, orderId)
  if (order) await lockUsers(tx, [order.buyerId, order.sellerId])
}

/** Locks the buyer and the seller of an order, then the order, for an action that moves its phone: users come first. */
export async function lockOrderAndUsers(tx: Transaction, caller: Caller, orderId: string): Promise<OrderStatus> {
  await lockSides(tx, orderId)
  return lockOrder(tx, caller, orderId)
}
