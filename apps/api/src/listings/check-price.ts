import type { Platform } from '#platform/platform.ts'
import { estimatePrice, isFarBelow } from './price-estimate.ts'

/** Flags a listing for admins when its price is far below its band, and takes the flag away when it is not any more. */
export async function checkPrice(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { listingId }: { listingId: string },
): Promise<void> {
  const listing = await database.listing.findFirst({
    where: { id: listingId, state: { in: ['AVAILABLE', 'RESERVED'] } },
    select: { productName: true, condition: true, yearsUsed: true, categoryId: true, resalePriceCents: true },
  })
  const band = listing && (await estimatePrice(database, { ...listing, exceptId: listingId }))
  if (!listing || !band || !isFarBelow(listing.resalePriceCents, band)) {
    await database.priceFlag.deleteMany({ where: { listingId } })
    return
  }
  const flag = { ...band, flaggedAt: clock.now() }
  await database.priceFlag.upsert({ where: { listingId }, create: { listingId, ...flag }, update: flag })
}
