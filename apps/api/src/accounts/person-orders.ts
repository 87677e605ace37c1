import type { Prisma } from '@second-ring/database'

/** The orders that a person has a part in: as the buyer, or as the phone's seller. */
export function ordersOf(userId: string): Prisma.OrderWhereInput {
  return { OR: [{ buyerId: userId }, { listing: { sellerId: userId } }] }
}
