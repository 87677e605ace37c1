import { type Database, query, run } from '@second-ring/database'
import { ruleState } from './rule-state.ts'

/** All rates of the tax that fees include, the newest first: which holds, which are to come and which are over. */
export async function listFeeTaxes(database: Database) {
  const state = ruleState({ validFrom: 'valid_from', id: 'id', of: [] })
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
