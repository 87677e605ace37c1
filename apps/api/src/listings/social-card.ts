import { DomainError } from '@second-ring/contracts/errors'
import type { Condition } from '@second-ring/contracts/listings/listing'
import { formatCents } from '@second-ring/contracts/money'
import { isOwnReference } from '#platform/image-host.ts'
import type { Platform } from '#platform/platform.ts'

const conditions: Record<Condition, string> = { EXCELLENT: 'Excellent', GOOD: 'Good', FAIR: 'Fair' }

/** What the picture for previews of a listing shows, as texts; `image` is the reference of the phone's picture. */
export interface CardFacts {
  name: string
  price: string
  condition: string
  image: string
}

/** @throws DomainError NOT_FOUND (removed, or never there) */
export async function findCardFacts({ database }: Pick<Platform, 'database'>, listingId: string): Promise<CardFacts> {
  const listing = await database.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: { productName: true, resalePriceCents: true, condition: true, images: true },
  })
  if (!listing) throw new DomainError('NOT_FOUND', 'This listing is no longer there.')
  const { productName: name, resalePriceCents, condition, images } = listing
  return { name, price: formatCents(resalePriceCents), condition: conditions[condition], image: images[0] ?? '' }
}

/** The phone's picture; null where there is none, and where it is not the product's own to read. */
export async function readCardPicture(
  { pictureFiles }: Pick<Platform, 'pictureFiles'>,
  { image }: CardFacts,
): Promise<Uint8Array | null> {
  return pictureFiles && isOwnReference(image) ? pictureFiles.read(image) : null
}
