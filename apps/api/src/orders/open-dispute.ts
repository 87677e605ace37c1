import { Prisma } from '@second-ring/database'

/** Which disputes the bank has not decided: until it has, no phone is handed over. */
export const openDispute = {
  state: { in: ['INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW'] },
} as const satisfies Prisma.DisputeWhereInput

/** Which disputes hold the money, so that none of it can go back. While a bank only asks, it can: that ends the matter. */
export const holdsMoney = {
  state: { in: ['NEEDS_RESPONSE', 'UNDER_REVIEW'] },
} as const satisfies Prisma.DisputeWhereInput

/** The same two of a dispute `d`, for plain SQL. */
export const OPEN_DISPUTE = `d."state" IN ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW')`
export const HOLDS_MONEY = `d."state" IN ('NEEDS_RESPONSE', 'UNDER_REVIEW')`

/** And for statements of Prisma's. */
export const isOpenDispute = Prisma.raw(OPEN_DISPUTE)
export const isHoldingMoney = Prisma.raw(HOLDS_MONEY)
