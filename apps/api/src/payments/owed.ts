import { BANK_GAVE_BACK, type RefundState, SUPERSEDED } from '@second-ring/contracts/payments/refund'
import { type Parameters, prepare, query, type Tables, type Transaction } from '@second-ring/database'
import { expressionBuilder, sql } from 'kysely'
import { ago } from '#platform/database-clock.ts'

/** The reason of a refund that was made at the provider's own site. */
export const AT_PROVIDER = 'Refunded at the payment provider'
/** The provider's error code for an unknown payment. */
export const UNKNOWN_PAYMENT = 'resource_missing'

/** The wait after each failed refund before it is retried; after the last an admin retries it. */
export const RETRY_AFTER = ['1 hour', '6 hours', '24 hours'] as const

const payment = expressionBuilder<Tables & { p: Tables['payments'] }, 'p'>()
const ofOrder = expressionBuilder<Tables & { p: Tables['payments']; o: Tables['orders'] }, 'p' | 'o'>()

/** The refunds of a payment `p` in some states. */
export function refundsIn(...states: RefundState[]) {
  return payment.selectFrom('refunds as r').whereRef('r.payment_id', '=', 'p.id').where('r.state', 'in', states)
}

/** How much of a payment `p` its refunds in some states are, in cents. */
export function refundedCents(...states: RefundState[]) {
  const sum = sql<number>`coalesce(sum(r.amount_cents), 0)::int`
  return refundsIn(...states)
    .select(sum.as('cents'))
    .$asScalar()
    .$notNull()
}

/** What a payment `p` has given back or promised to, in cents. */
export const promisedCents = refundedCents('REQUESTED', 'PENDING', 'SUCCEEDED', 'SETTLED_OUTSIDE')

/** What the bank has taken back of a payment `p`, in cents. */
export const lostCents = payment
  .selectFrom('disputes as d')
  .whereRef('d.payment_id', '=', 'p.id')
  .where('d.state', '=', 'LOST')
  .select(sql<number>`coalesce(sum(d.amount_cents), 0)::int`.as('cents'))
  .$asScalar()
  .$notNull()

/** Whether a payment `p` of an order `o` (null in an outer join: it has none) is nobody's but its buyer's. */
const isToGoBack = ofOrder.and([
  ofOrder('p.state', '=', 'SUCCEEDED'),
  ofOrder.or([
    ofOrder('o.state', 'in', ['CANCELLED', 'EXPIRED', 'REFUNDED']),
    ofOrder.and([ofOrder('p.order_id', 'is', null), ofOrder('p.received_at', '<=', ago('1 hour'))]),
  ]),
])

/**
 * What a payment `p` of an order `o` owes beyond what is promised, in cents; 0 while its order has the money. Of an order that
 * was settled by giving back a part, it owes that. A payment without an order owes all of it after an hour, in which one may
 * still be named.
 */
export const owedCents = ofOrder
  .case()
  .when(isToGoBack)
  .then(sql<number>`greatest(0, p.amount_cents - ${promisedCents} - ${lostCents})`)
  .when(ofOrder.and([ofOrder('p.state', '=', 'SUCCEEDED'), ofOrder('o.state', '=', 'PARTLY_REFUNDED')]))
  .then(sql<number>`greatest(0, o.give_back_cents - ${promisedCents} - ${lostCents})`)
  .else(ofOrder.lit(0))
  .end()

/**
 * What more than its amount a payment `p` of an order `o` has promised, the bank's share included, in cents; more than the part
 * that is given back, where one is.
 */
export const overpromisedCents = sql<number>`greatest(0,
  ${promisedCents} + ${lostCents} - coalesce(o.give_back_cents, p.amount_cents))`

/** The failed refunds of a payment `p` since a user last requested one. */
const failures = refundsIn('FAILED').where(({ and, eb, fn, selectFrom, val }) => {
  const lastRequested = selectFrom('refunds as requested')
    .whereRef('requested.payment_id', '=', 'p.id')
    .where('requested.requested_by_id', 'is not', null)
    .select(({ fn }) => fn.max('requested.requested_at').as('at'))
  return and([
    eb(fn.coalesce('r.failure_reason', val('')), 'not in', [SUPERSEDED, BANK_GAVE_BACK]),
    eb('r.requested_at', '>=', fn.coalesce(lastRequested.$asScalar(), sql<Date>`'-infinity'`)),
  ])
})

/** How many of them there are. */
export const failureCount = failures.select(sql<number>`count(*)::int`.as('count')).$asScalar().$notNull()

/** The provider's reason for the last of them; null when it gave none. */
export const lastFailure = failures
  .select('r.failure_reason')
  .orderBy('r.requested_at', 'desc')
  .orderBy('r.id', 'desc')
  .limit(1)
  .$asScalar()

/** Whether the refund is left to an admin: it failed too often, or the provider does not know the payment. */
export const waitsForAdmin = failures
  .select(({ eb, fn, or, val }) => {
    const isUnknown = fn<boolean>('bool_or', [eb('r.failure_reason', '=', UNKNOWN_PAYMENT)])
    const isOften = eb(fn.countAll(), '>', RETRY_AFTER.length)
    return or([isOften, fn.coalesce(isUnknown, val(false))]).as('waits')
  })
  .$asScalar()
  .$notNull()

const findFailures = prepare((parameter: Parameters<{ paymentId: string }>) =>
  query
    .selectFrom('payments as p')
    .where('p.id', '=', parameter('paymentId'))
    .select([failureCount.as('count'), waitsForAdmin.as('waits')]),
)

/** How often the refunds of a payment failed since a user last requested one, and whether an admin has to retry. */
export async function readFailures(tx: Transaction, paymentId: string) {
  const [failures] = await findFailures(tx, { paymentId })
  return failures ?? { count: 0, waits: true }
}
