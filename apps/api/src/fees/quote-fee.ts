import type { FeeQuote, QuoteFeeInput } from '@second-ring/contracts/fees/quote-fee'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'

interface Row {
  basis_points: number
  minimum_cents: number
  fee_cents: number
}

const readFee = prepare((parameter: Parameters<QuoteFeeInput & { sellerId: string }>) => {
  const [seller, category] = [parameter('sellerId'), parameter('categoryId')]
  const fee = sql<Row>`fee_of(${seller}::uuid, ${category}::uuid, ${parameter('priceCents')}::integer)`
  return query
    .selectFrom(fee.as<'fee'>(sql.ref('fee')))
    .select(['fee.basis_points as basisPoints', 'fee.minimum_cents as minimumCents', 'fee.fee_cents as feeCents'])
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
