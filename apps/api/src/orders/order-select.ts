import type { Order } from '@second-ring/contracts/orders/order'
import type { Prisma } from '@second-ring/database'
import type { ImageHost } from '../platform/image-host.ts'

export const orderSelect = {
  id: true,
  listingId: true,
  productName: true,
  productImage: true,
  priceCents: true,
  meetingPlace: true,
  phone: true,
  state: true,
  reservedUntil: true,
  placedAt: true,
  buyer: { select: { name: true, email: true } },
} as const satisfies Prisma.OrderSelect

type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderSelect }>

export function toOrder(row: OrderRow, imageHost: ImageHost): Order {
  const { buyer, productImage, reservedUntil, placedAt, ...rest } = row
  return {
    ...rest,
    image: imageHost.pictureOf(productImage),
    buyerName: buyer.name,
    buyerEmail: buyer.email ?? '',
    reservedUntil: reservedUntil.toISOString(),
    placedAt: placedAt.toISOString(),
  }
}
