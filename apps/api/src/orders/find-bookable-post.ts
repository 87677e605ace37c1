import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '../platform/platform.ts'

interface Described {
  listingId?: string | undefined
  productName: string
  image?: string | undefined
  priceCents: number
}

/**
 * The post that a client describes and wants to book: by its id, else by name, picture and price among the available.
 * The price that the client names must be the post's.
 * @returns its id
 * @throws DomainError NOT_FOUND, PRICE_MISMATCH, ALREADY_BOOKED (there was one, and it is taken)
 */
export async function findBookablePost({ database, imageHost }: Platform, post: Described): Promise<string> {
  const { listingId, productName, image, priceCents } = post
  const described =
    listingId !== undefined
      ? { id: listingId }
      : { productName, ...(image !== undefined && { images: { has: imageHost.referenceOf(image) } }) }
  const candidates = await database.listing.findMany({
    where: { ...described, state: { not: 'REMOVED' } },
    orderBy: [{ postedAt: 'desc' }, { id: 'desc' }],
    take: CANDIDATES_MAX,
    select: { id: true, state: true, resalePriceCents: true },
  })
  if (candidates.length === 0) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  const priced = candidates.filter(candidate => candidate.resalePriceCents === priceCents)
  if (priced.length === 0) throw new DomainError('PRICE_MISMATCH', 'This is not the price of this product')
  const available = priced.find(candidate => candidate.state === 'AVAILABLE')
  if (!available) throw new DomainError('ALREADY_BOOKED', 'This product is already booked')
  return available.id
}

const CANDIDATES_MAX = 100
