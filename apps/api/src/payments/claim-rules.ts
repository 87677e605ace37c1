import { claimedStates } from '@second-ring/contracts/orders/order'
import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { isUnobstructed } from '#orders/deal-obstacles.ts'
import { ago } from '#platform/database-clock.ts'
import type { LedgerRule } from './ledger-rule.ts'

const count = sql<number>`count(*)::int`.as('count')

const described = query
  .selectFrom('orders as o')
  .leftJoin('claims as c', 'c.order_id', 'o.id')
  .select(
    sql<string>`format('order %s is %s, its claim %s', o.id, o.state, coalesce(c.state::text, 'none'))`.as('what'),
  )

/** Rules of claims. */
export const claimRules: LedgerRule[] = [
  {
    rule: 'A claim is open exactly while its order is CLAIMED, and returned exactly while it is RETURNING',
    of: 'orders with a claim',
    counted: query.selectFrom('claims').select(count),
    broken: described.where(
      sql<boolean>`coalesce(c.state IN ('SELLER_ANSWERS', 'BUYER_ANSWERS', 'UNDECIDED'), false) <> (o.state = 'CLAIMED')
        OR coalesce(c.state = 'RETURNING', false) <> (o.state = 'RETURNING')`,
    ),
  },
  {
    rule: 'A claim ended as its order did',
    of: 'claims that ended',
    counted: query.selectFrom('claims').where('closed_at', 'is not', null).select(count),
    broken: described.where('c.closed_at', 'is not', null).where(
      sql<boolean>`o.state::text <> CASE
          WHEN c.state IN ('REFUNDED', 'RETURNED') THEN 'REFUNDED'
          WHEN c.state = 'PARTLY_REFUNDED' THEN 'PARTLY_REFUNDED'
          ELSE 'RELEASED' END`,
    ),
  },
  {
    rule: 'An answer or a return that does not come in time leaves the claim to an admin',
    of: 'open claims',
    counted: query.selectFrom('orders').where('state', 'in', claimedStates).select(count),
    broken: described
      .where('c.state', 'in', ['SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING'])
      .where('c.due_at', '<', ago('1 hour'))
      .where(({ eb, or }) => or([eb('c.state', '<>', 'RETURNING'), isUnobstructed('returnMissed')])),
  },
]
