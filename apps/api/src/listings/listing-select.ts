import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { isPaid } from '@second-ring/contracts/orders/order'
import type { Prisma } from '@second-ring/database'
import type { ImageHost } from '#platform/image-host.ts'

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

/** With the order that holds or has bought it. Of these there is one at the most. */
export const ownPostSelect = {
  ...postSelect,
  orders: {
    where: { state: { in: ['PLACED', 'PAID', 'COMPLETED'] } },
    orderBy: { placedAt: 'desc' },
    take: 1,
    select: {
      id: true,
      phone: true,
      meetingPlace: true,
      state: true,
      placedAt: true,
      buyer: { select: { name: true } },
    },
  },
} as const satisfies Prisma.ListingSelect

type PostRow = Prisma.ListingGetPayload<{ select: typeof postSelect }>

type OwnPostRow = Prisma.ListingGetPayload<{ select: typeof ownPostSelect }>

/** A listing with all that any face shows of it to anyone; each face's contract lets out its own part. */
export interface Post extends Omit<OwnListing, 'booking'> {
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

/** A listing as its seller sees it: with who has booked it. */
export function toOwnPost({ orders, ...row }: OwnPostRow, imageHost: ImageHost): Post & OwnListing {
  const [order] = orders
  const booking = order && {
    orderId: order.id,
    buyerName: order.buyer.name,
    phone: order.phone,
    meetingPlace: order.meetingPlace,
    paid: isPaid(order.state),
    handedOver: order.state === 'COMPLETED',
    placedAt: order.placedAt.toISOString(),
  }
  return { ...toPost(row, imageHost), booking: booking ?? null }
}
