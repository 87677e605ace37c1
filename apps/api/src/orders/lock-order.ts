import { DomainError } from '@second-ring/contracts/errors'
import { type Database, Prisma, type Transaction } from '@second-ring/database'
import { holdPeople } from '#accounts/hold-people.ts'
import type { Actor } from '#identity/actor.ts'
import { type OrderStanding, partyOf } from './order-acts.ts'
import { isDisputed, isMoneyHeld, refundProgress } from './order-select.ts'

const standing =
  Prisma.raw(`SELECT o."id"::text, o."listing_id"::text AS "listingId", o."product_name" AS "productName",
  o."buyer_id"::text AS "buyerId", l."seller_id"::text AS "sellerId", o."state"::text AS "state",
  o."reserved_until" > now() AS "held", o."handover_code" AS "handoverCode",
  o."handover_attempts" AS "handoverAttempts", o."handover_claimed_at" IS NOT NULL AS "claimed",
  o."handover_denied_at" IS NOT NULL AS "denied", coalesce(o."answer_due_at" <= now(), false) AS "answerOver",
  ${isDisputed} AS "disputed", ${isMoneyHeld} AS "moneyHeld",
  ${refundProgress} AS "refund",
  (SELECT count(*)::int FROM "order_notes" n
    WHERE n."order_id" = o."id" AND n."author_id" = o."buyer_id") AS "buyerNotes",
  (SELECT count(*)::int FROM "order_notes" n
    WHERE n."order_id" = o."id" AND n."author_id" = l."seller_id") AS "sellerNotes",
  m."id"::text AS "proposalId", m."proposed_by_id"::text AS "proposedById"
  FROM "orders" o JOIN "listings" l ON l."id" = o."listing_id"
  LEFT JOIN "meeting_proposals" m ON m."order_id" = o."id" AND m."state" = 'OPEN'`)

/** An order as the rules look at it; undefined when there is none. */
export async function readStanding(
  database: Database | Transaction,
  orderId: string,
): Promise<OrderStanding | undefined> {
  const [order] = await database.$queryRaw<OrderStanding[]>`${standing} WHERE o."id" = ${orderId}::uuid`
  return order
}

/**
 * Takes an order until the transaction's end, so that acts on it come one after the other.
 * @throws DomainError NOT_FOUND (no such order, or nobody of it)
 */
export async function lockOrder(tx: Transaction, actor: Actor, orderId: string): Promise<OrderStanding> {
  await tx.$queryRaw`SELECT FROM orders WHERE id = ${orderId}::uuid FOR NO KEY UPDATE`
  // Read after the lock is there: what hangs on the order may have changed while it was waited for.
  const order = await readStanding(tx, orderId)
  if (!order || partyOf(actor, order) === null) throw new DomainError('NOT_FOUND', 'You have no such order.')
  return order
}

/** Takes the two people of an order and then the order, for an act that moves its phone: people come first. */
export async function lockWithPeople(tx: Transaction, actor: Actor, orderId: string): Promise<OrderStanding> {
  const order = await readStanding(tx, orderId)
  if (order) await holdPeople(tx, [order.buyerId, order.sellerId])
  return lockOrder(tx, actor, orderId)
}
