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
  handoverCode: true,
  payments: { where: { disputedAt: { not: null } }, take: 1, select: { id: true } },
  buyer: { select: { name: true, email: true } },
} as const satisfies Prisma.OrderSelect

type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderSelect }>

/** @param forBuyer whether it is shown to its buyer, who alone sees the handover code */
export function toOrder(row: OrderRow, { imageHost, forBuyer }: { imageHost: ImageHost; forBuyer: boolean }): Order {
  const { buyer, productImage, reservedUntil, placedAt, handoverCode, payments, ...rest } = row
  return {
    ...rest,
    image: imageHost.pictureOf(productImage),
    buyerName: buyer.name,
    buyerEmail: buyer.email ?? '',
    reservedUntil: reservedUntil.toISOString(),
    placedAt: placedAt.toISOString(),
    handoverCode: forBuyer && row.state === 'PAID' ? handoverCode : null,
    disputed: payments.length > 0,
  }
}
