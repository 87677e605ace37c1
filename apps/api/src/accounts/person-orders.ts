import type { Prisma } from '@second-ring/database'
import { holdsMoney } from '../payments/open-dispute.ts'

/** The orders that a person has a part in: as the buyer, or as the phone's seller. */
export function ordersOf(userId: string): Prisma.OrderWhereInput {
  return { OR: [{ buyerId: userId }, { listing: { sellerId: userId } }] }
}

/** Those whose money goes back when one of their people is removed: of what the bank holds, the bank decides. */
export const refundable = {
  state: 'PAID',
  payments: { none: { disputes: { some: holdsMoney } } },
} as const satisfies Prisma.OrderWhereInput
