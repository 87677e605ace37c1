import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'

/** All rates of the tax that fees include, the newest first: which holds, which are to come and which are over. */
export async function listFeeTaxes(database: Database) {
  const isThere = sql<boolean>`valid_from <= ${now}`
  const place = sql`row_number() OVER (PARTITION BY ${isThere} ORDER BY valid_from DESC, id DESC)`
  const state = sql<
    'later' | 'holds' | 'over'
  >`CASE WHEN NOT ${isThere} THEN 'later' WHEN ${place} = 1 THEN 'holds' ELSE 'over' END`
  return run(
    database,
    query
      .selectFrom('fee_tax_rates')
      .select(['basis_points as basisPoints', 'valid_from as validFrom'])
      .select(state.as('state'))
      .orderBy('valid_from', 'desc')
      .orderBy('id', 'desc'),
  )
}
