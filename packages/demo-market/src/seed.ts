import { basename } from 'node:path'
import { query, run, type Transaction } from '@second-ring/database'
import type { Database } from '@second-ring/database/create-database'
import { sql } from 'kysely'
import { postDemoPayments, postDemoReleases } from './demo-ledger.ts'
import { marketAt } from './market.ts'
import { writePictures } from './write-pictures.ts'

export type SeedOptions = {
  /** The folder from which `/images/<name>.webp` is served; made when absent. */
  imagesDir: string
  /** The moment from which the market's times are counted back; the clock by default. */
  now?: Date
}

/** How much was new; all zero when there was nothing left to do. */
export type SeedResult = { pictures: number; listings: number; orders: number }

/**
 * Fills a migrated database with the demo market: people (see users.ts), categories, listings, orders, their
 * payments and what the ledger has of these, and draws the pictures. Rows that are there stay as people have left them, so a second run changes nothing.
 */
export async function seed(database: Database, { imagesDir, now = new Date() }: SeedOptions): Promise<SeedResult> {
  const market = marketAt(now)
  const looks = await writePictures(market.pictures, imagesDir)
  return database.$transaction(async transaction => {
    await transaction.user.createMany({ data: market.users, skipDuplicates: true })
    const categories = await transaction.category.createManyAndReturn({
      data: market.categories,
      skipDuplicates: true,
      select: { image: true },
    })
    const listings = await transaction.listing.createManyAndReturn({
      data: market.listings,
      skipDuplicates: true,
      select: { id: true, sellerId: true, images: true, postedAt: true },
    })
    // Only what comes with a new listing: an older one may have been sold, booked again or removed since.
    const fresh = new Set(listings.map(listing => listing.id))
    // As if their sellers had uploaded them, and nobody those of categories; how pictures look that were drawn earlier is not
    // known.
    const shown = [
      ...listings.map(({ sellerId: userId, images, postedAt: createdAt }) => ({ images, userId, createdAt })),
      ...categories.map(({ image }) => ({ images: [image], userId: null, createdAt: now })),
    ]
    const uploads = shown.flatMap(({ images, ...by }) =>
      images.flatMap(reference => {
        const look = looks.get(basename(reference, '.webp'))
        return look === undefined ? [] : { reference, ...by, look, dueAt: now }
      }),
    )
    await transaction.upload.createMany({ data: uploads, skipDuplicates: true })
    const orders = market.orders.filter(order => fresh.has(order.listingId))
    for (const order of orders) fresh.add(order.id)
    await transaction.order.createMany({ data: orders })
    await chargeFees(transaction, orders)
    const payments = market.payments.filter(({ orderId }) => fresh.has(orderId))
    await transaction.payment.createMany({ data: payments })
    await postDemoPayments(transaction, payments)
    await postDemoReleases(transaction, await releasedSales(transaction, payments))
    await transaction.auditEntry.createMany({ data: market.audit.filter(entry => fresh.has(entry.subjectId)) })
    return { pictures: looks.size, listings: listings.length, orders: orders.length }
  })
}

/** Writes on new orders the fee that a booking writes. */
async function chargeFees(transaction: Transaction, orders: readonly { id: string }[]): Promise<void> {
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const fee = sql<number>`(fee_of(l.seller_id, l.category_id, orders.price_cents)).fee_cents`
  const charging = query
    .updateTable('orders')
    .from('listings as l')
    .whereRef('l.id', '=', 'orders.listing_id')
    .where('orders.id', 'in', ids)
    .set({ fee_cents: fee })
  await run(transaction, charging)
}

/** The payments of new orders whose money was released, with whose it is. */
async function releasedSales(
  transaction: Transaction,
  payments: readonly { id: string; orderId: string; amountCents: number }[],
) {
  const released = await transaction.order.findMany({
    where: { id: { in: payments.map(({ orderId }) => orderId) }, state: 'RELEASED' },
    select: { id: true, feeCents: true, releasedAt: true, listing: { select: { sellerId: true } } },
  })
  const orders = new Map(released.map(order => [order.id, order]))
  return payments.flatMap(payment => {
    const order = orders.get(payment.orderId)
    if (!order?.releasedAt) return []
    const { feeCents, releasedAt, listing } = order
    return [{ ...payment, feeCents, releasedAt, sellerId: listing.sellerId }]
  })
}
