import { DomainError } from '@second-ring/contracts/errors'
import {
  type GetListingInput,
  type ListingPage,
  PRICES_TOLD_MAX,
  SOLD_COUNTED_MAX,
} from '@second-ring/contracts/listings/listing-page'
import type { Platform } from '../platform/platform.ts'
import { postSelect, toPost } from './listing-select.ts'
import { findPriceBand, isFarBelow } from './price-band.ts'

const pageSelect = {
  ...postSelect,
  category: { select: { name: true } },
  prices: { select: { cents: true, since: true }, orderBy: { id: 'desc' }, take: PRICES_TOLD_MAX },
} as const

/**
 * A listing on its own page, in every state but removed, with nothing of who has booked it.
 * @throws DomainError NOT_FOUND (removed, or never there)
 */
export async function getListing(
  { database, imageHost }: Platform,
  { listingId }: GetListingInput,
): Promise<ListingPage> {
  const row = await database.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: pageSelect,
  })
  if (!row) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const { category, prices, ...listing } = row
  const [band, sold] = await Promise.all([
    findPriceBand(database, { ...listing, exceptId: listingId }),
    database.listing.count({ where: { sellerId: listing.sellerId, state: 'SOLD' }, take: SOLD_COUNTED_MAX }),
  ])
  return {
    ...toPost(listing, imageHost),
    categoryName: category.name,
    images: listing.images.map(reference => imageHost.pictureOf(reference)),
    sellerSold: sold,
    prices: prices.map(({ cents, since }) => ({ cents, since: since.toISOString() })),
    band,
    caution: listing.state !== 'SOLD' && isFarBelow(listing.resalePriceCents, band),
  }
}
