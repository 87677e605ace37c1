import type { FeeQuote, QuoteFeeInput } from '@second-ring/contracts/fees/quote-fee'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { feeOf } from './fee-of.ts'

const readFee = prepare((parameter: Parameters<QuoteFeeInput & { sellerId: string }>) => {
  const sale = {
    sellerId: sql`${parameter('sellerId')}::uuid`,
    categoryId: sql`${parameter('categoryId')}::uuid`,
    priceCents: sql`${parameter('priceCents')}::integer`,
  }
  return query
    .selectFrom(feeOf(sale))
    .select(['fee.basis_points as basisPoints', 'fee.minimum_cents as minimumCents', 'fee.fee_cents as feeCents'])
    .select('fee.tax_cents as feeTaxCents')
})

/** What the platform keeps of a phone of the caller's, if it is booked now. The booking writes it on the order. */
export async function quoteFee(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  input: QuoteFeeInput,
): Promise<FeeQuote> {
  authorize(caller, 'fee.read-own')
  const [rule] = await readFee(database, { ...input, sellerId: caller.id })
  if (!rule) throw new Error('fee_of() has returned no row')
  return { priceCents: input.priceCents, ...rule }
}
