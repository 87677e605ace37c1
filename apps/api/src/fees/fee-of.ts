import { type Expression, sql } from 'kysely'

interface Sale {
  sellerId: Expression<unknown>
  categoryId: Expression<unknown>
  priceCents: Expression<unknown>
}

interface Fee {
  basis_points: number
  minimum_cents: number
  fee_cents: number
  tax_cents: number
  tax_basis_points: number
}

/**
 * What the platform keeps of a sale, and what of it is tax, by the rules that hold as the statement runs: a table `fee` of one
 * row, to be joined laterally. The rules are in `prisma/triggers/fee-of.sql` and `fee-tax-of.sql`.
 */
export function feeOf({ sellerId, categoryId, priceCents }: Sale) {
  return sql<Fee>`(
    SELECT f.*, fee_tax_of(f.fee_cents, t.basis_points) AS tax_cents, t.basis_points AS tax_basis_points
    FROM fee_of(${sellerId}, ${categoryId}, ${priceCents}) f, (SELECT fee_tax_rate() AS basis_points) t
  )`.as<'fee'>(sql.ref('fee'))
}
