import type { EndingOf } from '@second-ring/contracts/orders/deal.process'
import { query, run, type Tables, type Transaction } from '@second-ring/database'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { lockUsers } from '#accounts/lock-users.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { isUnobstructed } from '#orders/deal-obstacles.ts'
import { allOf, DUE_BATCH, forEachDue } from '#orders/for-each-due.ts'
import { lockOrderRow } from '#orders/lock-order.ts'
import { openReports } from '#orders/open-reports.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { requestRefund } from './request-refund.ts'

/** A paid order that its deadline ends, and its two sides. */
export interface StrandedOrder {
  id: string
  listingId: string
  buyerId: string
  sellerId: string
  productName: string
}

/** Why an order ends with the account of one side, as both sides read it. */
export function describeSideGone(side: 'buyer' | 'seller', happened: string): string {
  return `The ${side}’s account ${happened}`
}

/** Why an order ends to whose meeting one side did not come, as they say themselves. */
export function describeNoShow(side: 'buyer' | 'seller'): string {
  return `The ${side} did not come to the meeting`
}

interface Stranding {
  ending: EndingOf<'REFUNDED'>
  /** Which orders `o` of buyers `b`, listings `l` and sellers `s`. */
  due: Expression<SqlBool>
  reason: string
}

/** How a paid order ends that was not handed over. */
interface Ended extends Omit<Stranding, 'due'> {
  actorId: string | null
}

type Parties = Tables & { o: Tables['orders']; b: Tables['users']; s: Tables['users'] }
const { and, eb, exists, not } = expressionBuilder<Parties, 'o' | 'b' | 's'>()

// Once the seller has said that it was handed over, an admin decides.
const isPaid = and([eb('o.state', '=', 'PAID'), eb('o.handover_claimed_at', 'is', null)])
const isSideGone = and([isPaid, isUnobstructed('sideRemoved', 'REFUNDED')])

const strandings: Stranding[] = [
  {
    ending: 'HANDOVER_MISSED',
    due: and([isPaid, isUnobstructed('handoverMissed'), eb('o.handover_due_at', '<=', now), not(exists(openReports))]),
    reason: 'The phone was not handed over in time',
  },
  // What the buyer has reported, and the seller has not answered.
  {
    ending: 'SELLER_NO_SHOW',
    due: and([
      isPaid,
      isUnobstructed('noShowUnanswered', 'REFUNDED'),
      exists(openReports.whereRef('n.reported_by_id', '=', 'o.buyer_id').where('n.answer_due_at', '<=', now)),
    ]),
    reason: 'The buyer says that the seller did not come to the meeting, and the seller did not answer in time',
  },
  // Those that were disputed when the account was removed or suspended.
  ...(
    [
      ['buyer', 'b'],
      ['seller', 's'],
    ] as const
  ).flatMap(([side, row]): Stranding[] => [
    {
      ending: 'SIDE_REMOVED',
      due: and([isSideGone, eb(`${row}.deleted_at`, 'is not', null)]),
      reason: describeSideGone(side, 'was removed'),
    },
    {
      ending: 'SIDE_REMOVED',
      due: and([isSideGone, eb(`${row}.suspended_at`, 'is not', null)]),
      reason: describeSideGone(side, 'was suspended'),
    },
  ]),
]

const selectStranded = (due: Expression<SqlBool>) =>
  query
    .selectFrom('orders as o')
    .innerJoin('users as b', 'b.id', 'o.buyer_id')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .innerJoin('users as s', 's.id', 'l.seller_id')
    .where(due)
    .select(['o.id', 'o.listing_id as listingId', 'o.buyer_id as buyerId', 'l.seller_id as sellerId'])
    .select('o.product_name as productName')

/**
 * Refunds every paid order whose time for the handover has passed, while neither side has said that it happened, or whose seller
 * has not answered that they did not come.
 * @returns the errors
 */
export async function refundMissedHandovers(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const stranding of strandings) {
    const find = (seen: string[]) => {
      const stranded = selectStranded(stranding.due).where('o.id', '<>', allOf(seen))
      return run(platform.database, stranded.orderBy('o.handover_due_at').limit(DUE_BATCH))
    }
    failures.push(...(await forEachDue(find, order => refundIfStranded(platform, stranding, order))))
  }
  return failures
}

async function refundIfStranded(platform: Platform, stranding: Stranding, order: StrandedOrder): Promise<void> {
  await platform.database.$transaction(async tx => {
    await lockUsers(tx, [order.buyerId, order.sellerId])
    await lockOrderRow(tx, order.id)
    // Either side may have acted since it was found.
    const still = await run(tx, selectStranded(stranding.due).where('o.id', '=', order.id))
    if (still.length === 1) await refundStranded(tx, platform, order, { ...stranding, actorId: null })
  })
}

/**
 * Refunds a paid order that was not handed over, and notifies both sides. The seller still has the phone, so it is for sale again,
 * unless they are removed or suspended; one who did not come to meet posts it again themselves, so that the next buyer does not
 * pay for a phone that nobody brings.
 * @returns false when it is not paid any more
 */
export async function refundStranded(
  tx: Transaction,
  platform: Platform,
  order: StrandedOrder,
  { ending, reason, actorId }: Ended,
): Promise<boolean> {
  const { id, listingId, buyerId, sellerId, productName } = order
  const stayedAway = ending === 'SELLER_NO_SHOW'
  const how = { relist: !stayedAway, actorId, reason, ending }
  const phone = await refundOrderRow(tx, { id, listingId, listing: { sellerId } }, how)
  if (phone === null) return false
  await requestRefund(tx, platform, { orderId: id, reason, requestedById: actorId })
  const about = `${reason}. The payment for ${productName} goes back to`
  await notifyUser(tx, { userId: buyerId, kind: 'refunded', message: `${about} your card.`, orderId: id })
  const gone = 'and the phone has left the market.'
  const itsEnd = stayedAway ? `${gone} If you still sell it, post it again: Add a product, on your dashboard.` : gone
  const next = phone === 'AVAILABLE' ? 'and the phone is for sale again.' : itsEnd
  const toSeller = `${about} the buyer, ${next}`
  await notifyUser(tx, { userId: sellerId, kind: 'refunded', message: toSeller, orderId: id })
  return true
}
