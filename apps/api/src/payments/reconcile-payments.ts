import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import { disputesOfPayment, holdsMoney, openDispute } from '#orders/open-dispute.ts'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { balanceAlone } from './balance-payment.ts'
import { owedCents, refundsIn, waitsForAdmin } from './owed.ts'
import { returnUnmatchedCharge } from './return-unmatched-charge.ts'
import { sendRefund } from './send-refund.ts'
import { settlePayment } from './settle-payment.ts'

const BATCH = 50
/** After so many unanswered calls in a row, the rest waits for the next run. */
const UNANSWERED_MAX = 3

/** Payments with the state of their orders, in turn: unanswered ones do not delay the others. */
const inTurn = query
  .selectFrom('payments as p')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .where('p.created_at', '<=', ago('1 minute'))
  .select(['p.id', 'p.intent_id', 'o.state as order_state'])
  .orderBy('p.asked_at', order => order.asc().nullsFirst())
  .orderBy('p.created_at')
  .limit(BATCH)
type DuePayment = InferResult<typeof inTurn>[number]

/** Checked again after a tenth of their age, so that old ones cost little. */
const openPayments = inTurn
  .where('p.state', '=', 'PENDING')
  .where(sql<boolean>`(p.checked_at IS NULL OR p.checked_at <= now() - (now() - p.created_at) / 10)`)

/** Refunds at the provider and open disputes: checked until they end, likewise. */
const unfinishedReturns = inTurn.where(({ exists, selectFrom }) => {
  const refunds = selectFrom('refunds as r')
    .whereRef('r.payment_id', '=', 'p.id')
    .where('r.state', '=', 'PENDING')
    .select('r.requested_at as since')
  const disputes = selectFrom('disputes as d')
    .whereRef('d.payment_id', '=', 'p.id')
    .where('d.state', 'in', openDispute.state.in)
    .select('d.opened_at as since')
  const isDue = sql<boolean>`(p.checked_at IS NULL
    OR p.checked_at <= now() - least((now() - unfinished.since) / 10, interval '6 hours'))`
  return exists(selectFrom(refunds.unionAll(disputes).as('unfinished')).where(isDue))
})

/** For a month, after half of their age; later changes of a charge come by webhook alone. */
const heldCharges = inTurn
  .where('p.state', 'in', ['SUCCEEDED', 'REFUNDED'])
  .where(({ and, eb, or }) =>
    or([
      eb('p.checked_at', 'is', null),
      and([
        eb('p.created_at', '>', ago('30 days')),
        eb('p.checked_at', '<=', sql<Date>`now() - (now() - p.created_at) / 2`),
      ]),
    ]),
  )

/** Of orders that ended lately, and charges without one; the nightly check looks at all. */
const owing = query
  .selectFrom('payments as p')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .where('p.id', 'in', ({ selectFrom }) =>
    selectFrom('orders as ended')
      .innerJoin('payments as of_order', 'of_order.order_id', 'ended.id')
      .where('ended.state', 'in', ['CANCELLED', 'EXPIRED', 'REFUNDED'])
      .where('ended.ended_at', '>', ago('2 days'))
      .select('of_order.id')
      .unionAll(selectFrom('payments as alone').where('alone.order_id', 'is', null).select('alone.id')),
  )
  .where('p.state', '=', 'SUCCEEDED')
  .where(owedCents, '>', 0)
  .where(({ and, exists, not }) => and([not(exists(refundsIn('REQUESTED'))), not(waitsForAdmin)]))
  .select('p.id')
  .orderBy('p.id')
  .limit(BATCH)

/** Those whose own job has had its time. */
const dueRefunds = query
  .selectFrom('refunds as r')
  .innerJoin('payments as p', 'p.id', 'r.payment_id')
  .where('r.state', '=', 'REQUESTED')
  .where('r.due_at', '<=', ago('1 minute'))
  .where(({ exists, not }) => not(exists(disputesOfPayment(holdsMoney))))
  .select('p.id')
  .orderBy('p.asked_at', order => order.asc().nullsFirst())
  .orderBy('r.due_at')
  .limit(BATCH)

/** Charges without a payment that are to be refunded, likewise; in random order, so that none delays the others. */
const dueReturns = query
  .selectFrom('unmatched_charges')
  .where('state', '=', 'RETURNING')
  .where(({ eb, fn }) => eb(fn.coalesce('decided_at', 'found_at'), '<=', ago('1 minute')))
  .select('id')
  .orderBy(sql`random()`)
  .limit(BATCH)

/**
 * Recovers what the browser, the webhook and the jobs have lost, by the database's clock: fetches payments that may have
 * changed unnoticed, promises what is owed, and sends refunds that are due. A failure does not stop the others.
 * @throws the last error, at the end
 */
export async function reconcilePayments(platform: Platform): Promise<void> {
  const { database } = platform
  const failures: unknown[] = []
  let unanswered = 0
  /** @returns whether the provider answered */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      unanswered = 0
    } catch (error) {
      failures.push(error)
      const isUnanswered = error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE'
      unanswered = isUnanswered ? unanswered + 1 : 0
      return !isUnanswered
    }
    return true
  }
  // The database knows what is owed: it is promised also while the provider is away.
  for (const { id } of await run(database, owing)) {
    await balanceAlone(platform, id).catch(error => failures.push(error))
  }
  const note = (paymentId: string, column: 'asked_at' | 'checked_at') =>
    run(database, query.updateTable('payments').set(column, now).where('id', '=', paymentId))
  for (const { id } of await run(database, dueRefunds)) {
    if (unanswered === UNANSWERED_MAX) break
    await note(id, 'asked_at')
    await attempt(() => sendRefund(platform, { paymentId: id }))
  }
  unanswered = 0
  for (const { id } of await run(database, dueReturns)) {
    if (unanswered === UNANSWERED_MAX) break
    await attempt(() => returnUnmatchedCharge(platform, { unmatchedChargeId: id }))
  }
  for (const due of [openPayments, unfinishedReturns, heldCharges]) {
    unanswered = 0
    for (const payment of await run(database, due)) {
      if (unanswered === UNANSWERED_MAX) break
      await note(payment.id, 'asked_at')
      const isAnswered = await attempt(() => reconcile(platform, payment))
      if (isAnswered) await note(payment.id, 'checked_at')
    }
  }
  if (failures.length > 0) throw failures.at(-1)
}

async function reconcile(platform: Platform, { intent_id, order_state }: DuePayment): Promise<void> {
  // A payment that was begun while its order ended: nobody is to be charged for it any more.
  const isOver = order_state === 'CANCELLED' || order_state === 'EXPIRED'
  if (isOver) await platform.cardPayments.cancelIntent(intent_id)
  await settlePayment(platform, { intentId: intent_id })
}
