import type {
  ListOpenMoneyInput,
  MoneySummaryOutput,
  OpenMoney,
  OpenMoneyKind,
} from '@second-ring/contracts/payments/open-money'
import { query, run } from '@second-ring/database'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { openDispute } from '#orders/open-dispute.ts'
import { ago } from '#platform/database-clock.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { failureCount, lastFailure, owedCents } from './owed.ts'
import { earnedCents, transferredCents } from './seller-share.ts'
import { sentCents, stoppedDeals, UNCLAIMED_AFTER, unclaimedDeals } from './unclaimed-deals.ts'
import { type WhyUnpaid, waitingOnAccounts } from './waiting-on-accounts.ts'

const VIOLATIONS_SHOWN = 100

const kindOf = (kind: OpenMoneyKind) => sql<OpenMoneyKind>`${sql.lit(kind)}::text`.as('kind')

const noTime = sql<Date | null>`NULL::timestamptz`
const noPayment = sql<string | null>`NULL::uuid`
/** Where the order says whose it is. */
const noSeller = sql<string | null>`NULL::uuid`.as('seller_id')

const owed = query
  .selectFrom('payments as p')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .leftJoin('refunds as requested', join =>
    join.onRef('requested.payment_id', '=', 'p.id').on('requested.state', '=', 'REQUESTED'),
  )
  .leftJoinLateral(
    ({ selectFrom }) =>
      selectFrom('refunds as r')
        .whereRef('r.payment_id', '=', 'p.id')
        .select(['r.state', 'r.reason', 'r.failure_reason'])
        .orderBy('r.requested_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('latest'),
    join => join.onTrue(),
  )
  .where('p.state', '=', 'SUCCEEDED')
  .where(({ eb, or }) => or([eb('requested.id', 'is not', null), eb(owedCents, '>', 0)]))
  .select(({ eb, fn, lit, selectFrom, val }) => {
    const hasFailed = eb(failureCount, '>', 0)
    const requested = selectFrom('refunds as r').whereRef('r.payment_id', '=', 'p.id')
    const firstRequested = requested.select(({ fn }) => fn.min('r.requested_at').as('at')).$asScalar()
    return [
      eb.case().when(hasFailed).then(val('failed')).else(val('owed')).end().$castTo<OpenMoneyKind>().as('kind'),
      'p.id',
      eb.ref('p.id').$castTo<string | null>().as('payment_id'),
      'p.intent_id',
      eb(fn.coalesce('requested.amount_cents', lit(0)), '+', owedCents).as('amount_cents'),
      sql<string | null>`latest.state::text`.as('state'),
      fn
        .coalesce('latest.failure_reason', eb.case().when(hasFailed).then(lastFailure).end(), 'latest.reason', val(''))
        .as('reason'),
      fn.coalesce(firstRequested, 'o.ended_at', 'p.received_at', 'p.created_at').as('since'),
      'requested.due_at',
      noSeller,
    ]
  })

const pending = query
  .selectFrom('refunds as r')
  .innerJoin('payments as p', 'p.id', 'r.payment_id')
  .where('r.state', '=', 'PENDING')
  .select([kindOf('pending'), 'r.id', 'r.payment_id', 'p.intent_id', 'r.amount_cents'])
  .select([
    sql<string>`r.state::text`.as('state'),
    'r.reason',
    'r.requested_at as since',
    noTime.as('due_at'),
    noSeller,
  ])

const disputed = query
  .selectFrom('disputes as d')
  .innerJoin('payments as p', 'p.id', 'd.payment_id')
  .where('d.state', 'in', openDispute.state.in)
  .select([kindOf('disputed'), 'd.id', 'd.payment_id', 'p.intent_id', 'd.amount_cents'])
  .select([sql<string>`d.state::text`.as('state'), 'd.reason', 'd.opened_at as since', 'd.due_at', noSeller])

const unmatched = query
  .selectFrom('unmatched_charges as u')
  .where('u.state', 'in', ['WAITING', 'RETURNING'])
  .select([kindOf('unmatched'), 'u.id', noPayment.as('payment_id'), 'u.intent_id', 'u.amount_cents'])
  .select([
    sql<string>`u.state::text`.as('state'),
    'u.cause as reason',
    'u.found_at as since',
    noTime.as('due_at'),
    noSeller,
  ])

const isRemoved = sql<boolean>`u.deleted_at IS NOT NULL`
const nobody = sql<string>`CASE WHEN ${isRemoved} THEN 'the seller was removed' ELSE 'no payout account' END`
const REMOVED = 'the seller was removed; '

const reasons = {
  closed: 'the payment provider has closed the seller’s account that it is on',
  off: 'the seller’s account at the payment provider pays nothing out',
  frozen: 'payouts to the seller are frozen',
  small: 'it is less than a payout',
} satisfies Record<WhyUnpaid, string>

/** Deals of which not all was sent on, with what waits and why: of a removed seller at once, of others after a while. */
function waiting(
  deals: typeof unclaimedDeals,
  { sentCents: cents, reason }: { sentCents: Expression<number>; reason: RawBuilder<string> },
) {
  return deals
    .where(({ eb, or }) => or([isRemoved, eb('o.released_at', '<=', ago(UNCLAIMED_AFTER))]))
    .select(({ eb }) => [
      kindOf('unclaimed'),
      'p.id',
      eb.ref('p.id').$castTo<string | null>().as('payment_id'),
      'p.intent_id',
      eb(earnedCents, '-', cents).as('amount_cents'),
    ])
    .select([sql<string>`o.state::text`.as('state'), reason.as('reason')])
    .select([sql<Date>`o.released_at`.as('since'), noTime.as('due_at'), noSeller])
}

const unclaimed = waiting(unclaimedDeals, { sentCents: transferredCents, reason: nobody })
const stopped = waiting(stoppedDeals, {
  sentCents,
  reason: sql<string>`CASE WHEN ${isRemoved} THEN ${sql.lit(REMOVED)} ELSE '' END
    || CASE WHEN u.payouts_frozen_at IS NULL THEN ${sql.lit(reasons.off)} ELSE ${sql.lit(reasons.frozen)} END`,
})

const reasonOfWaiting = sql<string>`CASE WHEN w."isRemoved" THEN ${sql.lit(REMOVED)} ELSE '' END || CASE w.why
  ${sql.join(
    Object.entries(reasons).map(([why, words]) => sql`WHEN ${sql.lit(why)} THEN ${sql.lit(words)}`),
    sql` `,
  )} END`

/** A closed account is nothing that its seller can see to. */
const onAccounts = query
  .selectFrom(waitingOnAccounts.as('w'))
  .where(({ eb, or }) =>
    or([eb('w.isRemoved', '=', true), eb('w.isClosed', '=', true), eb('w.since', '<=', ago(UNCLAIMED_AFTER))]),
  )
  .select([
    kindOf('unclaimed'),
    'w.id',
    noPayment.as('payment_id'),
    'w.accountId as intent_id',
    'w.cents as amount_cents',
  ])
  .select([sql<string | null>`NULL`.as('state'), reasonOfWaiting.as('reason'), 'w.since', noTime.as('due_at')])
  .select('w.sellerId as seller_id')

/** Every kind of open money, without the names. */
const open = owed
  .unionAll(pending)
  .unionAll(disputed)
  .unionAll(unmatched)
  .unionAll(unclaimed)
  .unionAll(stopped)
  .unionAll(onAccounts)
  .as('open')

const selectOpenMoney = query
  .selectFrom(open)
  .leftJoin('payments as p', 'p.id', 'open.payment_id')
  .leftJoin('users as buyer', 'buyer.id', 'p.buyer_id')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .leftJoin('listings as l', 'l.id', 'o.listing_id')
  .leftJoin('users as seller', join =>
    join.on(({ eb, fn }) => eb('seller.id', '=', fn.coalesce('open.seller_id', 'l.seller_id'))),
  )
  .select(({ fn, val }) => [
    'open.kind',
    'open.id',
    'open.payment_id as paymentId',
    'p.order_id as orderId',
    'open.intent_id as transactionId',
    'open.amount_cents as amountCents',
    fn.coalesce('o.product_name', val('')).as('productName'),
    fn.coalesce('buyer.name', val('')).as('buyerName'),
    'seller.id as sellerId',
    fn.coalesce('seller.name', val('')).as('sellerName'),
    'open.state',
    'open.reason',
    'open.since',
    'open.due_at as dueAt',
  ])
  .orderBy('open.since')
  .orderBy('open.id')

const countByKind = query
  .selectFrom(open)
  .groupBy('open.kind')
  .select(['open.kind', sql<number>`count(*)::int`.as('count')])

/**
 * Money that is not where it belongs yet, what is open the longest first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listOpenMoney({ database }: Platform, caller: Caller, input: ListOpenMoneyInput) {
  authorize(caller, 'payment.oversee')
  await recordRead(database, caller, { action: 'read.open-money' })
  const list = ['open-money', input.kind]
  let page = selectOpenMoney.limit(input.limit + 1)
  if (input.kind !== undefined) page = page.where('open.kind', '=', input.kind)
  if (input.cursor !== undefined) {
    const after = decodeCursor(list, input.cursor)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('open.since', 'open.id'), '>', tuple(after.at, after.id)),
    )
  }
  const rows = await run(database, page)
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.since, id: row.id }),
    toItem: ({ since, dueAt, ...row }): OpenMoney => ({
      ...row,
      since: since.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
    }),
  })
}

/** What went back beyond what was paid. */
const lost = query
  .selectFrom('ledger_accounts as a')
  .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
  .where('a.kind', '=', 'LOSSES')
  .select(sql<number>`coalesce(sum(e.amount_cents), 0)::float8`.as('cents'))

/**
 * How much of each kind is open, what the market has lost, and the outcome of the last ledger check.
 * @throws DomainError FORBIDDEN
 */
export async function summarizeMoney({ database }: Platform, caller: Caller): Promise<MoneySummaryOutput> {
  authorize(caller, 'payment.oversee')
  const rows = await run(database, countByKind)
  const none = {
    owed: 0,
    failed: 0,
    pending: 0,
    disputed: 0,
    unmatched: 0,
    unclaimed: 0,
  } satisfies MoneySummaryOutput['open']
  const [losses] = await run(database, lost)
  const last = await database.ledgerCheck.findFirst({ orderBy: { finishedAt: 'desc' } })
  return {
    open: { ...none, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) },
    lostCents: losses?.cents ?? 0,
    lastCheck: last && {
      finishedAt: last.finishedAt.toISOString(),
      violations: last.violations.slice(0, VIOLATIONS_SHOWN),
      violationCount: last.violations.length,
    },
  }
}
