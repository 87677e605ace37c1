import type { Platform } from '#platform/platform.ts'
import { estimatePrice, isFarBelow } from './price-estimate.ts'

/**
 * Flags a listing for admins when its price is far below its price estimate, to which its seller adds nothing. A flag goes
 * when the price is put right: also by the estimate that it was flagged by, so that no posts of others clear it.
 */
export async function checkPrice(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { listingId }: { listingId: string },
): Promise<void> {
  const listing = await database.listing.findFirst({
    where: { id: listingId, state: { in: ['AVAILABLE', 'RESERVED'] } },
    select: {
      productName: true,
      condition: true,
      yearsUsed: true,
      categoryId: true,
      resalePriceCents: true,
      sellerId: true,
      priceFlag: { select: { lowCents: true, highCents: true, sampleSize: true } },
    },
  })
  const estimate = listing && (await estimatePrice(database, { ...listing, exceptSellerId: listing.sellerId }))
  if (listing && estimate && isFarBelow(listing.resalePriceCents, estimate)) {
    const flag = { ...estimate, flaggedAt: clock.now() }
    await database.priceFlag.upsert({ where: { listingId }, create: { listingId, ...flag }, update: flag })
    return
  }
  if (listing && isFarBelow(listing.resalePriceCents, listing.priceFlag)) return
  await database.priceFlag.deleteMany({ where: { listingId } })
}
