import type { OwnListing } from '@second-ring/contracts/listings/listing'
import type { Prisma } from '@second-ring/database'
import type { ImageHost } from '../platform/image-host.ts'

export const postSelect = {
  id: true,
  categoryId: true,
  productName: true,
  images: true,
  condition: true,
  description: true,
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
  seller: { select: { verifiedAt: true, email: true } },
} as const satisfies Prisma.ListingSelect

type PostRow = Prisma.ListingGetPayload<{ select: typeof postSelect }>

/** A listing with all that any face shows of it; each face's contract lets out its own part. */
export interface Post extends OwnListing {
  sellerEmail: string
}

export function toPost(row: PostRow, imageHost: ImageHost): Post {
  const { images, seller, postedAt, advertisedAt, ...rest } = row
  return {
    ...rest,
    image: imageHost.pictureOf(images[0] ?? ''),
    sellerVerified: seller.verifiedAt !== null,
    sellerEmail: seller.email ?? '',
    postedAt: postedAt.toISOString(),
    advertisedAt: advertisedAt?.toISOString() ?? null,
  }
}
