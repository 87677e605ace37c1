import { claimedStates } from '@second-ring/contracts/orders/order'
import { type Database, type Parameters, type Prisma, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { heldCents, sellerShare } from '#earnings/deal-amounts.ts'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import { openDispute } from '#orders/open-dispute.ts'
import { owedCents } from '#payments/owed.ts'
import { PAYOUT_MINIMUM_CENTS } from '#payments/payout-limits.ts'
import { now } from '#platform/database-clock.ts'
import { ordersOfUser } from './user-orders.ts'

/** What a user has open on the market, on either side of a deal. */
export interface OpenBusiness {
  /** Orders that are paid and not handed over. */
  paid: number
  /** Orders that were handed over and whose money is not released. */
  handedOver: number
  /** Until when the buyer of the last of them may report a problem; null once that is over. */
  protectedUntil: Date | null
  claimed: number
  disputed: number
  refunded: number
  /** What they paid and is owed back to them while no refund is on its way, in cents: an admin has to see to it. */
  owedCents: number
  money: UserMoney
}

/** A seller's money that the market or the provider has, in cents; none of the demo market's, which nobody ever pays out. */
export interface UserMoney {
  /** Theirs, and not at their bank; below zero when they owe it to the market. */
  balanceCents: number
  /** Theirs by the rule of its release, of phones in their buyers' hands. */
  heldCents: number
  /** Whether they have an account at the provider that pays it out. */
  isPayable: boolean
  /** Whether an admin has stopped what is sent to them. */
  isFrozen: boolean
}

/**
 * Reads what a user has open. One after the other, as the money of a deal goes: what moves on meanwhile is seen where it was or
 * where it is.
 */
export async function readOpenBusiness(on: Database | Transaction, userId: string): Promise<OpenBusiness> {
  const ofUser = { OR: [{ buyerId: userId }, { order: ordersOfUser(userId) }] }
  const paid = await on.order.count({ where: { ...ordersOfUser(userId), state: 'PAID' } })
  const [handedOver] = await findHandedOver(on, { userId })
  const claimed = await on.order.count({ where: { ...ordersOfUser(userId), state: { in: [...claimedStates] } } })
  const money = await readMoney(on, userId)
  const disputed = await on.payment.count({ where: { ...ofUser, disputes: { some: openDispute } } })
  const refunds: Prisma.RefundListRelationFilter = { some: { state: { in: ['REQUESTED', 'PENDING'] } } }
  const refunded = await on.payment.count({ where: { ...ofUser, refunds } })
  return {
    ...{ paid, claimed, disputed, refunded, money },
    owedCents: await readOwed(on, userId),
    handedOver: handedOver?.count ?? 0,
    protectedUntil: handedOver?.until ?? null,
  }
}

const findHandedOver = prepare((parameter: Parameters<{ userId: string }>) =>
  query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('o.state', '=', 'HANDED_OVER')
    .where(({ eb, or }) =>
      or([eb('o.buyer_id', '=', parameter('userId')), eb('l.seller_id', '=', parameter('userId'))]),
    )
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as('count'),
      fn.max('o.protected_until').filterWhere('o.protected_until', '>', now).as('until'),
    ]),
)

/** Reads what a buyer is owed back while no refund of it is on its way, in cents. */
export async function readOwed(on: Database | Transaction, buyerId: string): Promise<number> {
  const [owed] = await findOwed(on, { buyerId })
  return owed?.cents ?? 0
}

const findOwed = prepare((parameter: Parameters<{ buyerId: string }>) =>
  query
    .selectFrom('payments as p')
    .leftJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.buyer_id', '=', parameter('buyerId'))
    .where('p.state', '=', 'SUCCEEDED')
    .select(sql<number>`coalesce(sum(${owedCents}), 0)::float8`.as('cents')),
)

/** Reads what is a seller's with the market and on its way, and what is held for phones in their buyers' hands. */
export async function readMoney(on: Database | Transaction, sellerId: string): Promise<UserMoney> {
  const held = await findHeldDeals(on, { sellerId })
  const [found] = await findBalance(on, { sellerId })
  if (!found) throw new Error('A sum is one row')
  return { ...found, heldCents: held.reduce((sum, deal) => sum + sellerShare(deal), 0) }
}

const findHeldDeals = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where('l.seller_id', '=', parameter('sellerId'))
    .where('o.state', 'in', ['HANDED_OVER', ...claimedStates])
    .select(['o.price_cents as priceCents', 'o.fee_cents as feeCents', heldCents.as('heldCents')]),
)

const findBalance = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query.selectNoFrom(({ exists, selectFrom }) => [
    selectFrom('ledger_accounts as a')
      .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
      .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
      .leftJoin('payments as p', 'p.id', 't.payment_id')
      .where('a.owner_id', '=', parameter('sellerId'))
      .where('a.kind', 'in', ['SELLER_BALANCE', 'SELLER_PAYOUTS'])
      .where(({ eb, or }) => or([eb('p.id', 'is', null), eb('p.intent_id', 'not like', DEMO_INTENTS)]))
      // A credit, which is negative, is the seller's.
      .select(sql<number>`coalesce(-sum(e.amount_cents), 0)::float8`.as('cents'))
      .$asScalar()
      .$notNull()
      .as('balanceCents'),
    exists(
      selectFrom('payout_accounts')
        .where('user_id', '=', parameter('sellerId'))
        .where('transfers_enabled', '=', true)
        .where('payouts_enabled', '=', true)
        .select('id'),
    )
      .$castTo<boolean>()
      .as('isPayable'),
    exists(
      selectFrom('users')
        .where('id', '=', parameter('sellerId'))
        .where('payouts_frozen_at', 'is not', null)
        .select('id'),
    )
      .$castTo<boolean>()
      .as('isFrozen'),
  ]),
)

/** Whether what is a user's is sent to their bank once their account is removed; otherwise it is open money. */
export function isSentAfterwards({ balanceCents, heldCents, isPayable, isFrozen }: UserMoney): boolean {
  return isPayable && !isFrozen && balanceCents + heldCents >= PAYOUT_MINIMUM_CENTS
}
