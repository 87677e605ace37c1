import type { Platform } from '#platform/platform.ts'
import { estimatePrice, isFarBelow } from './price-estimate.ts'

/** Flags a listing for admins when its price is far below its price estimate, and removes the flag otherwise. */
export async function checkPrice(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { listingId }: { listingId: string },
): Promise<void> {
  const listing = await database.listing.findFirst({
    where: { id: listingId, state: { in: ['AVAILABLE', 'RESERVED'] } },
    select: { productName: true, condition: true, yearsUsed: true, categoryId: true, resalePriceCents: true },
  })
  const estimate = listing && (await estimatePrice(database, { ...listing, exceptId: listingId }))
  if (!listing || !estimate || !isFarBelow(listing.resalePriceCents, estimate)) {
    await database.priceFlag.deleteMany({ where: { listingId } })
    return
  }
  const flag = { ...estimate, flaggedAt: clock.now() }
  await database.priceFlag.upsert({ where: { listingId }, create: { listingId, ...flag }, update: flag })
}
