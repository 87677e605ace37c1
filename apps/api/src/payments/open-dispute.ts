import { Prisma, type Transaction } from '@second-ring/database'

/** Which disputes the bank has not decided: until it has, no phone is handed over. */
export const openDispute = {
  state: { in: ['INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW'] },
} as const satisfies Prisma.DisputeWhereInput

/** Which disputes hold the money, so that none of it can go back. While a bank only asks, it can: that ends the matter. */
export const holdsMoney = {
  state: { in: ['NEEDS_RESPONSE', 'UNDER_REVIEW'] },
} as const satisfies Prisma.DisputeWhereInput

/** The same of a dispute `d`, for statements. */
export const isHoldingMoney = Prisma.sql`d.state IN ('NEEDS_RESPONSE', 'UNDER_REVIEW')`

/** Whether a dispute `d` is open. */
export const isOpenDispute = Prisma.sql`d.state NOT IN ('WON', 'LOST')`

/** Whether a bank disputes a payment of the order. Lock the order first: then none is opened until the transaction ends. */
export async function hasOpenDispute(tx: Transaction, orderId: string): Promise<boolean> {
  return (await tx.dispute.count({ where: { ...openDispute, payment: { orderId } } })) > 0
}

/** Whether a bank holds money of the order. Lock the order first, as for {@link hasOpenDispute}. */
export async function isMoneyHeld(tx: Transaction, orderId: string): Promise<boolean> {
  return (await tx.dispute.count({ where: { ...holdsMoney, payment: { orderId } } })) > 0
}
