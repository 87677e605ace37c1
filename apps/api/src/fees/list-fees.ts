import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { ruleState } from './rule-state.ts'

/** All rules, the newest of each default, category and seller first: which holds, which is to come and which is over. */
export async function listFees(database: Database) {
  const state = ruleState({ validFrom: 'r.valid_from', id: 'r.id', of: ['r.seller_id', 'r.category_id'] })
  return run(
    database,
    query
      .selectFrom('fee_rules as r')
      .leftJoin('categories as c', 'c.id', 'r.category_id')
      .leftJoin('users as s', 's.id', 'r.seller_id')
      .select(['r.basis_points as basisPoints', 'r.minimum_cents as minimumCents', 'r.valid_from as validFrom'])
      .select([
        'r.category_id as categoryId',
        'c.name as categoryName',
        'r.seller_id as sellerId',
        's.email as sellerEmail',
      ])
      .select(state.as('state'))
      .orderBy(sql`r.seller_id IS NOT NULL`)
      .orderBy(sql`r.category_id IS NOT NULL`)
      .orderBy('c.name')
      .orderBy('s.email')
      .orderBy('r.valid_from', 'desc')
      .orderBy('r.id', 'desc'),
  )
}
