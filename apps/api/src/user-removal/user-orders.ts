import type { Prisma } from '@second-ring/database'
import { holdsMoney } from '#orders/open-dispute.ts'

/** The orders that a person has a part in: as the buyer, or as the phone's seller. */
export function ordersOfUser(userId: string): Prisma.OrderWhereInput {
  return { OR: [{ buyerId: userId }, { listing: { sellerId: userId } }] }
}

/**
 * Those whose money goes back when one of their people is removed. Of what the bank holds, the bank decides; of a phone
 * that its seller says is handed over, an admin.
 */
export const refundable = {
  state: 'PAID',
  handoverClaimedAt: null,
  payments: { none: { disputes: { some: holdsMoney } } },
} as const satisfies Prisma.OrderWhereInput
