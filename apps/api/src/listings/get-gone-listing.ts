import { DomainError } from '@second-ring/contracts/errors'
import type { GetListingInput, GoneListing } from '@second-ring/contracts/listings/listing-page'
import type { Platform } from '#platform/platform.ts'

/**
 * What is said of a listing that is on no list and no page any more, such as where others like it are.
 * @throws DomainError NOT_FOUND (never there, still there, or only hidden: that one may come back)
 */
export async function getGoneListing(
  { database }: Pick<Platform, 'database'>,
  { listingId }: GetListingInput,
): Promise<GoneListing> {
  const gone = await database.listing.findFirst({
    where: { id: listingId, state: 'REMOVED', hiddenAt: null },
    select: { category: { select: { name: true, slug: true, retiredAt: true } } },
  })
  if (!gone) throw new DomainError('NOT_FOUND', 'There was no such listing.')
  const { retiredAt, ...category } = gone.category
  return { category: retiredAt ? null : category }
}
