import { type Expression, sql } from 'kysely'

interface Sale {
  sellerId: Expression<unknown>
  categoryId: Expression<unknown>
  priceCents: Expression<unknown>
}

/** What the platform keeps of a sale, by the rule that holds as the statement runs; `prisma/triggers/fee-of.sql` has the rule. */
export function feeOf({ sellerId, categoryId, priceCents }: Sale) {
  return sql<number>`(fee_of(${sellerId}, ${categoryId}, ${priceCents})).fee_cents`
}
