import { Prisma, type Transaction } from '@second-ring/database'
import { holdPeople } from '#accounts/hold-people.ts'
import { tell } from '#notifications/tell.ts'
import { DUE_BATCH, eachDue } from '#orders/each-due.ts'
import type { EndingOf } from '#orders/order-life.ts'
import { isMoneyHeld } from '#orders/order-select.ts'
import { refundOrderRow } from '#orders/refund-order-row.ts'
import type { Platform } from '#platform/platform.ts'
import { requestRefund } from './request-refund.ts'

/** A paid order that its own rules end, and whom it is about. */
export interface StrandedOrder {
  id: string
  listingId: string
  buyerId: string
  sellerId: string
  productName: string
}

interface Stranding {
  ending: EndingOf<'REFUNDED'>
  /** Which orders `o` of buyers `b`, listings `l` and sellers `s`. */
  due: Prisma.Sql
  reason: string
}

// Of what the bank holds, the bank decides; once the seller has said that it was handed over, an admin.
const isPaid = Prisma.sql`o.state = 'PAID' AND o.handover_claimed_at IS NULL AND NOT ${Prisma.raw(isMoneyHeld)}`

const strandings: Stranding[] = [
  {
    ending: 'HANDOVER_MISSED',
    due: Prisma.sql`${isPaid} AND o.handover_due_at <= now()`,
    reason: 'The phone was not handed over in time',
  },
  {
    // One that was disputed when the account was removed.
    ending: 'SIDE_REMOVED',
    due: Prisma.sql`${isPaid} AND (b.deleted_at IS NOT NULL OR s.deleted_at IS NOT NULL)`,
    reason: 'The buyer’s or the seller’s account was removed',
  },
]

const select = Prisma.sql`SELECT o.id::text, o.listing_id::text AS "listingId", o.buyer_id::text AS "buyerId",
    l.seller_id::text AS "sellerId", o.product_name AS "productName"
  FROM orders o JOIN users b ON b.id = o.buyer_id JOIN listings l ON l.id = o.listing_id
    JOIN users s ON s.id = l.seller_id`

/**
 * Gives the money of every paid order back whose time for the handover has passed, while neither side has said that it
 * happened. The seller still has the phone then, so it is for sale again.
 * @returns what went wrong
 */
export async function refundMissedHandovers(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const stranding of strandings) {
    const find = (seen: string[]) => platform.database.$queryRaw<StrandedOrder[]>`
      ${select} WHERE ${stranding.due} AND o.id <> ALL(${seen}::uuid[])
      ORDER BY o.handover_due_at LIMIT ${DUE_BATCH}`
    failures.push(...(await eachDue(find, order => refundIfStranded(platform, stranding, order))))
  }
  return failures
}

async function refundIfStranded(platform: Platform, stranding: Stranding, order: StrandedOrder): Promise<void> {
  await platform.database.$transaction(async tx => {
    await holdPeople(tx, [order.buyerId, order.sellerId])
    await tx.$queryRaw`SELECT FROM orders WHERE id = ${order.id}::uuid FOR NO KEY UPDATE`
    // Someone may have said something since it was found.
    const still = await tx.$queryRaw<StrandedOrder[]>`${select} WHERE ${stranding.due} AND o.id = ${order.id}::uuid`
    if (still.length === 1) await refundStranded(tx, platform, order, { ...stranding, actorId: null })
  })
}

/**
 * Refunds a paid order that was not handed over, puts its phone up for sale again where its seller is still there, and
 * tells both sides.
 * @returns false when it is not paid any more
 */
export async function refundStranded(
  tx: Transaction,
  platform: Platform,
  order: StrandedOrder,
  { ending, reason, actorId }: Omit<Stranding, 'due'> & { actorId: string | null },
): Promise<boolean> {
  const { id, listingId, buyerId, sellerId, productName } = order
  const how = { relist: true, actorId, reason, ending }
  const phone = await refundOrderRow(tx, { id, listingId, listing: { sellerId } }, how)
  if (phone === null) return false
  await requestRefund(tx, platform, { orderId: id, reason, requestedById: actorId })
  const about = `${reason}. The payment for ${productName} goes back to`
  await tell(tx, { userId: buyerId, kind: 'refunded', message: `${about} your card.`, orderId: id })
  const next = phone === 'AVAILABLE' ? 'and the phone is for sale again.' : 'and the phone has left the market.'
  const toSeller = `${about} the buyer, ${next}`
  await tell(tx, { userId: sellerId, kind: 'refunded', message: toSeller, orderId: id })
  return true
}
