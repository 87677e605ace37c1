import { DomainError } from '@second-ring/contracts/errors'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'

interface Described {
  listingId?: string | undefined
  productName?: string | undefined
  image?: string | undefined
  resalePriceCents?: number | undefined
}

/**
 * The caller's own listing that a client describes, to advertise it: by its id, else by name, picture and price. Of
 * several that are equal, one that can still be advertised goes first.
 * @returns its id
 * @throws DomainError FORBIDDEN, INVALID_INPUT (not described well enough), NOT_FOUND
 */
export async function findOwnPost({ database, imageHost }: Platform, caller: Caller, post: Described): Promise<string> {
  authorize(caller, 'listing.advertise')
  const { listingId, productName, image, resalePriceCents } = post
  if (listingId !== undefined) return listingId
  if (productName === undefined || image === undefined || resalePriceCents === undefined) {
    throw new DomainError('INVALID_INPUT', 'This does not say which product. Load the page again.')
  }
  const equal = await database.listing.findMany({
    where: {
      sellerId: caller.id,
      productName,
      resalePriceCents,
      images: { has: imageHost.referenceOf(image) },
      state: { not: 'REMOVED' },
    },
    orderBy: { postedAt: 'desc' },
    select: { id: true, state: true, advertisedAt: true },
  })
  const free = equal.find(({ state, advertisedAt }) => state === 'AVAILABLE' && advertisedAt === null)
  const [listing] = free ? [free] : equal
  if (!listing) throw new DomainError('NOT_FOUND', 'You have no such product.')
  return listing.id
}
