import type { ListCasesInput, ListedCase } from '@second-ring/contracts/claims/case'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { isDisputed } from '#orders/open-dispute.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

const selectCases = query
  .selectFrom('claims as c')
  .innerJoin('orders as o', 'o.id', 'c.order_id')
  .innerJoin('users as b', 'b.id', 'o.buyer_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as s', 's.id', 'l.seller_id')
  .select(['o.id as orderId', 'o.product_name as productName', 'o.price_cents as priceCents'])
  .select(['b.name as buyerName', 's.name as sellerName', 'c.reason', 'c.state', isDisputed.as('disputed')])
  .select(({ fn }) => [
    fn.coalesce('c.case_opened_at', 'c.opened_at').as('caseOpenedAt'),
    'c.due_at as dueAt',
    sql<boolean>`coalesce(c.due_at <= now(), false)`.as('overdue'),
    'c.decided_at as decidedAt',
  ])

/**
 * The claims that admins decide, what is due first, or those that they decided, the last first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listCases({ database }: Platform, caller: Caller, { filter, cursor, limit }: ListCasesInput) {
  authorize(caller, 'order.decide-claim')
  await recordRead(database, caller, { action: 'read.cases' })
  const list = ['cases', filter]
  const at = filter === 'open' ? 'c.due_at' : 'c.decided_at'
  const direction = filter === 'open' ? 'asc' : 'desc'
  let page = selectCases
    .orderBy(at, direction)
    .orderBy('o.id', direction)
    .limit(limit + 1)
  page = filter === 'open' ? page.where('c.state', '=', 'UNDECIDED') : page.where('c.decided_at', 'is not', null)
  if (filter === 'decided') page = page.where('c.state', '<>', 'UNDECIDED')
  if (cursor !== undefined) {
    const after = decodeCursor(list, cursor)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(at, 'o.id'), filter === 'open' ? '>' : '<', tuple(after.at, after.id)),
    )
  }
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: ({ orderId: id, ...row }) => ({
      at: (filter === 'open' ? row.dueAt : row.decidedAt) ?? new Date(0),
      id,
    }),
    toItem: ({ caseOpenedAt, dueAt, decidedAt, ...row }): ListedCase => ({
      ...row,
      caseOpenedAt: caseOpenedAt.toISOString(),
      dueAt: row.state === 'UNDECIDED' ? (dueAt?.toISOString() ?? null) : null,
      overdue: row.overdue && row.state === 'UNDECIDED',
      decidedAt: decidedAt?.toISOString() ?? null,
    }),
  })
}

/**
 * Counts the cases that wait for an admin.
 * @throws DomainError FORBIDDEN
 */
export async function countCases({ database }: Platform, caller: Caller): Promise<{ open: number; overdue: number }> {
  authorize(caller, 'order.decide-claim')
  const counting = query
    .selectFrom('claims')
    .where('state', '=', 'UNDECIDED')
    .select(sql<number>`count(*)::int`.as('open'))
    .select(sql<number>`count(*) FILTER (WHERE due_at <= now())::int`.as('overdue'))
  const [counts] = await run(database, counting)
  return counts ?? { open: 0, overdue: 0 }
}
