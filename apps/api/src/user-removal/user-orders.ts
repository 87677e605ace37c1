import type { Prisma } from '@second-ring/database'
import { holdsMoney } from '#orders/open-dispute.ts'

/** The orders of a user: as the buyer, or as the phone's seller. */
export function ordersOfUser(userId: string): Prisma.OrderWhereInput {
  return { OR: [{ buyerId: userId }, { listing: { sellerId: userId } }] }
}

/**
 * The orders that are refunded when their buyer or seller is removed. The bank decides about disputed money; an admin
 * decides about a phone that its seller says is handed over.
 */
export const refundable = {
  state: 'PAID',
  handoverClaimedAt: null,
  payments: { none: { disputes: { some: holdsMoney } } },
} as const satisfies Prisma.OrderWhereInput
