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

/** An order with what belongs to it in one row. */
export interface FlatOrder extends Omit<OrderRow, 'payments' | 'buyer'> {
  buyerName: string
  buyerEmail: string | null
  disputed: boolean
}

interface Shown {
  imageHost: ImageHost
  /** Whether it is shown to its buyer, who alone sees the handover code. */
  forBuyer: boolean
}

export function toOrder({ buyer, payments, ...row }: OrderRow, shown: Shown): Order {
  const flat = { ...row, buyerName: buyer.name, buyerEmail: buyer.email, disputed: payments.length > 0 }
  return flatToOrder(flat, shown)
}

export function flatToOrder(row: FlatOrder, { imageHost, forBuyer }: Shown): Order {
  const { productImage, reservedUntil, placedAt, handoverCode, buyerEmail, ...rest } = row
  return {
    ...rest,
    image: imageHost.pictureOf(productImage),
    buyerEmail: buyerEmail ?? '',
    reservedUntil: reservedUntil.toISOString(),
    placedAt: placedAt.toISOString(),
    handoverCode: forBuyer && row.state === 'PAID' ? handoverCode : null,
  }
}
