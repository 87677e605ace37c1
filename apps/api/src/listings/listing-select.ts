import type { ListingCard, OwnListing } from '@second-ring/contracts/listings/listing'
import type { Prisma } from '@second-ring/database'
import type { ImageHost } from '../platform/image-host.ts'

export const listingCardSelect = {
  id: true,
  categoryId: true,
  productName: true,
  images: true,
  condition: true,
  location: true,
  resalePriceCents: true,
  originalPriceCents: true,
  yearsUsed: true,
  yearOfPurchase: true,
  sellerId: true,
  sellerName: true,
  postedAt: true,
  advertisedAt: true,
  state: true,
  seller: { select: { verifiedAt: true } },
} as const satisfies Prisma.ListingSelect

export const ownListingSelect = { ...listingCardSelect, description: true } as const satisfies Prisma.ListingSelect

type ListingCardRow = Prisma.ListingGetPayload<{ select: typeof listingCardSelect }>
type OwnListingRow = Prisma.ListingGetPayload<{ select: typeof ownListingSelect }>

export function toListingCard(row: ListingCardRow, imageHost: ImageHost): ListingCard {
  const { images, seller, postedAt, advertisedAt: _, ...rest } = row
  return {
    ...rest,
    image: imageHost.pictureOf(images[0] ?? ''),
    sellerVerified: seller.verifiedAt !== null,
    postedAt: postedAt.toISOString(),
  }
}

export function toOwnListing(row: OwnListingRow, imageHost: ImageHost): OwnListing {
  return {
    ...toListingCard(row, imageHost),
    description: row.description,
    advertisedAt: row.advertisedAt?.toISOString() ?? null,
  }
}
