import { basename } from 'node:path'
import type { Database } from '@second-ring/database/create-database'
import { addMoney, chargeFees } from './demo-money.ts'
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
 * payments, claims and receipts, and what the ledger has of these, and draws the pictures. Rows that are there stay as people have left
 * them, so a second run changes nothing.
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
    const orders = market.orders.filter(order => fresh.has(order.listingId))
    for (const order of orders) fresh.add(order.id)
    const buyers = new Map(orders.map(({ id, buyerId }) => [id, buyerId]))
    const claims = market.claims.filter(({ orderId }) => fresh.has(orderId))
    // As if their sellers and buyers had uploaded them, and nobody those of categories; how pictures look that were drawn
    // earlier is not known.
    const shown = [
      ...listings.map(({ sellerId: userId, images, postedAt: createdAt }) => ({ images, userId, createdAt })),
      ...categories.map(({ image }) => ({ images: [image], userId: null, createdAt: now })),
      ...claims.map(({ images, orderId, openedAt: createdAt }) => ({
        images,
        userId: buyers.get(orderId) ?? null,
        createdAt,
      })),
    ]
    const uploads = shown.flatMap(({ images, ...by }) =>
      images.flatMap(reference => {
        const look = looks.get(basename(reference, '.webp'))
        return look === undefined ? [] : { reference, ...by, look, dueAt: now }
      }),
    )
    await transaction.upload.createMany({ data: uploads, skipDuplicates: true })
    await transaction.order.createMany({ data: orders })
    await chargeFees(transaction, orders)
    const payments = market.payments.filter(({ orderId }) => fresh.has(orderId))
    await transaction.payment.createMany({ data: payments })
    await addMoney(transaction, market, payments)
    await transaction.claim.createMany({ data: claims })
    const isFresh = ({ orderId }: { orderId: string }) => fresh.has(orderId)
    await transaction.orderNote.createMany({ data: market.notes.filter(isFresh) })
    await transaction.caseNote.createMany({ data: market.caseNotes.filter(isFresh) })
    await transaction.notice.createMany({ data: market.notices.filter(isFresh) })
    await transaction.auditEntry.createMany({ data: market.audit.filter(entry => fresh.has(entry.subjectId)) })
    return { pictures: looks.size, listings: listings.length, orders: orders.length }
  })
}
