import type { ListCasesInput, ListedCase } from '@second-ring/contracts/claims/case'
import type { ClaimReason, ClaimState } from '@second-ring/contracts/claims/claim'
import type { HandoverOutcome } from '@second-ring/contracts/orders/hand-over'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { isDisputed } from '#platform/disputed.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { isHeldForSuspended } from '#platform/suspended-buyer.ts'
import { handoverDecisionDueAt, handoverUndecidedSince, isUndecidedHandover } from '#platform/undecided-handover.ts'
import { handoverDecisions, handoverOutcome } from './read-handover-case.ts'

const selectDeals = query
  .selectFrom('orders as o')
  .innerJoin('users as b', 'b.id', 'o.buyer_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as s', 's.id', 'l.seller_id')
  .select(['o.id as orderId', 'o.product_name as productName', 'o.price_cents as priceCents'])
  .select(['b.name as buyerName', 's.name as sellerName', isDisputed.as('disputed')])

const claims = selectDeals
  .innerJoin('claims as c', 'c.order_id', 'o.id')
  .leftJoin('users as a', 'a.id', 'c.decided_by_id')
  .select(({ fn }) => [
    sql<ListedCase['kind']>`'claim'`.as('kind'),
    sql<ClaimReason | null>`c.reason::text`.as('reason'),
    sql<ClaimState | null>`c.state::text`.as('state'),
    fn.coalesce('c.case_opened_at', 'c.opened_at').as('caseOpenedAt'),
    sql<Date | null>`CASE WHEN c.state = 'UNDECIDED' THEN c.due_at END`.as('dueAt'),
    sql<boolean>`c.state = 'UNDECIDED' AND coalesce(c.due_at <= now(), false)`.as('overdue'),
    'c.decided_at as decidedAt',
    sql<string | null>`CASE WHEN c.decided_at IS NOT NULL THEN coalesce(a.name, '') END`.as('decidedByName'),
    sql<HandoverOutcome | null>`null::text`.as('outcome'),
  ])

/** Handovers that the buyer has denied or not answered, in the same columns. */
const handovers = selectDeals
  .where(isUndecidedHandover)
  .select([
    sql<ListedCase['kind']>`'handover'`.as('kind'),
    sql<ClaimReason | null>`null::text`.as('reason'),
    sql<ClaimState | null>`null::text`.as('state'),
    handoverUndecidedSince.as('caseOpenedAt'),
    sql<Date | null>`${handoverDecisionDueAt}`.as('dueAt'),
    sql<boolean>`${handoverDecisionDueAt} <= now()`.as('overdue'),
    sql<Date | null>`null::timestamptz`.as('decidedAt'),
    sql<string | null>`null::text`.as('decidedByName'),
    sql<HandoverOutcome | null>`null::text`.as('outcome'),
  ])

/** Handovers that admins have decided, in the same columns. */
const decidedHandovers = selectDeals
  .innerJoin(handoverDecisions.as('d'), 'd.orderId', 'o.id')
  .select([
    sql<ListedCase['kind']>`'handover'`.as('kind'),
    sql<ClaimReason | null>`null::text`.as('reason'),
    sql<ClaimState | null>`null::text`.as('state'),
    handoverUndecidedSince.as('caseOpenedAt'),
    sql<Date | null>`null::timestamptz`.as('dueAt'),
    sql<boolean>`false`.as('overdue'),
    sql<Date | null>`d."at"`.as('decidedAt'),
    sql<string | null>`d."byName"`.as('decidedByName'),
    sql<HandoverOutcome | null>`${handoverOutcome}`.as('outcome'),
  ])

/** Deals whose money is held for a suspended buyer, in the same columns. */
const protections = selectDeals
  .where(isHeldForSuspended)
  .select([
    sql<ListedCase['kind']>`'protection'`.as('kind'),
    sql<ClaimReason | null>`null::text`.as('reason'),
    sql<ClaimState | null>`null::text`.as('state'),
    sql<Date>`greatest(o.ended_at, b.suspended_at)`.as('caseOpenedAt'),
    sql<Date | null>`o.protected_until`.as('dueAt'),
    sql<boolean>`false`.as('overdue'),
    sql<Date | null>`null::timestamptz`.as('decidedAt'),
    sql<string | null>`null::text`.as('decidedByName'),
    sql<HandoverOutcome | null>`null::text`.as('outcome'),
  ])

const openCases = claims.where('c.state', '=', 'UNDECIDED').unionAll(handovers).unionAll(protections)
const decidedClaims = claims.where('c.decided_at', 'is not', null).where('c.state', '<>', 'UNDECIDED')
const decidedCases = decidedClaims.unionAll(decidedHandovers)

/**
 * What admins decide, claims, handovers and what is held for suspended buyers, what is due first, or what they decided, the last first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listCases({ database }: Platform, caller: Caller, { filter, cursor, limit }: ListCasesInput) {
  authorize(caller, 'order.decide-claim')
  await recordRead(database, caller, { action: 'read.cases' })
  const list = ['cases', filter]
  const isOpen = filter === 'open'
  const at = isOpen ? 'k.dueAt' : 'k.decidedAt'
  const direction = isOpen ? 'asc' : 'desc'
  let page = query
    .selectFrom((isOpen ? openCases : decidedCases).as('k'))
    .selectAll()
    .orderBy(at, direction)
    .orderBy('k.orderId', direction)
    .limit(limit + 1)
  if (cursor !== undefined) {
    const after = decodeCursor(list, cursor)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(at, 'k.orderId'), isOpen ? '>' : '<', tuple(after.at, after.id)),
    )
  }
  return toPage(await run(database, page), {
    list,
    limit,
    positionOf: ({ orderId: id, dueAt, decidedAt }) => ({ at: (isOpen ? dueAt : decidedAt) ?? new Date(0), id }),
    toItem: ({ caseOpenedAt, dueAt, decidedAt, ...row }): ListedCase => ({
      ...row,
      caseOpenedAt: caseOpenedAt.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
      decidedAt: decidedAt?.toISOString() ?? null,
    }),
  })
}

/**
 * Counts what waits for an admin's decision.
 * @throws DomainError FORBIDDEN
 */
export async function countCases({ database }: Platform, caller: Caller): Promise<{ open: number; overdue: number }> {
  authorize(caller, 'order.decide-claim')
  const counting = query
    .selectFrom(openCases.as('k'))
    .select(sql<number>`count(*)::int`.as('open'))
    .select(sql<number>`count(*) FILTER (WHERE k.overdue)::int`.as('overdue'))
  const [counts] = await run(database, counting)
  return counts ?? { open: 0, overdue: 0 }
}
