import { setTimeout as wait } from 'node:timers/promises'
import { createStripeLedger } from '@second-ring/api/adapters/stripe/stripe-ledger'
import { connect } from '@second-ring/api/connect'
import { readEnv } from '@second-ring/api/env'
import { handlersOf } from '@second-ring/api/job-handlers'
import { checkLedger } from '@second-ring/api/payments/check-ledger'
import type { CheckedRule } from '@second-ring/api/payments/ledger-rule'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import type { Platform } from '@second-ring/api/platform/platform'
import { noRateLimits } from '@second-ring/api/platform/rate-limits'
import { noTelemetry } from '@second-ring/api/platform/telemetry'
import { createUnsubscribeTokens } from '@second-ring/api/platform/unsubscribe-tokens'
import type { Database } from '@second-ring/database'
import { pointFirebaseAt } from '@second-ring/testkit/env'
import { PgBoss } from 'pg-boss'
import { insist } from '../insist.ts'
import { REMEMBERED } from '../load/crowd.ts'
import { LATEST } from '../load/payees.ts'
import { CARD_SECRET_KEY, type Product } from '../product/product.ts'
import type { Random } from '../random.ts'
import { banksOf } from './banks.ts'
import { checkRest, inFlight, leftToDo, runningOut } from './rest.ts'

export interface MarketCounts {
  orders: number
  charges: number
  refunds: Record<string, number>
  disputes: Record<string, number>
  unmatched: number
  claims: Record<string, number>
  transfers: Record<string, number>
  payouts: Record<string, number>
  /** What the ledger has posted, by act. */
  postings: Record<string, number>
}

/** Looks after the market between two rounds, beside the API's own processes and with the product's own code. */
export interface Caretaker {
  database: Database
  /** Lets time pass for some holds, offers, handovers and refunds: what is due then is in line. */
  letTimePass(): Promise<void>
  /** Has the money go on to sellers and banks that is due, in whichever process comes first. */
  moveMoney(): Promise<void>
  /** Works and waits until nothing is left to do. @throws Error that says what is left after two minutes */
  becomeQuiet(): Promise<void>
  /** Checks every rule of the ledger, and those of a market at rest. */
  check(): Promise<CheckedRule[]>
  /** What of the money is on its way or waits for somebody. */
  inFlight(): Promise<string[]>
  /** How many there are in all. */
  count(): Promise<MarketCounts>
  stop(): Promise<void>
}

const QUIET_MS = 120_000
const LOOK_MS = 50
/** A job that has run so long without an end belongs to a process that was killed. */
const ORPHAN_MS = 1500

export async function startCaretaker(product: Product, random: Random): Promise<Caretaker> {
  pointFirebaseAt(product.identityUrl)
  // Its sessions have a name of their own, so that none of them is terminated.
  const DATABASE_URL = `${product.databaseUrl}?application_name=caretaker`
  const env = readEnv({ ...product.variables, DATABASE_URL })
  const outside = connect(env, {
    onTrouble: () => undefined,
    onHead: () => undefined,
    onStatement: () => () => undefined,
  })
  const { database, jobs } = outside
  const accessTokens = { issue: nobody, verify: () => null, holderOf: () => null }
  const unsubscribeTokens = createUnsubscribeTokens(env.ACCESS_TOKEN_SECRET)
  const platform: Platform = {
    ...outside,
    accessTokens,
    unsubscribeTokens,
    operatorEmail: null,
    bannedEmailKeys: [env.ACCESS_TOKEN_SECRET],
    rateLimits: noRateLimits,
    telemetry: noTelemetry,
  }
  const handlers = handlersOf(platform)
  const boss = new PgBoss({ connectionString: env.DATABASE_URL, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await jobs.start()
  await boss.start()
  let [ordersBefore, payoutsBefore] = [0, 0]
  const ledger = createStripeLedger({ secretKey: CARD_SECRET_KEY, apiUrl: product.cardsUrl })
  const banks = banksOf(product)

  /** Minutes pass for payments that wait, banks decide about refunds that do, and everybody works. */
  async function work(): Promise<void> {
    await database.$executeRaw`
      UPDATE payments SET created_at = least(created_at, now() - interval '2 minutes') WHERE checked_at IS NULL`
    await database.$executeRaw`
      UPDATE payments p SET received_at = least(received_at, now() - CASE
        WHEN EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id) THEN interval '61 minutes'
        ELSE interval '11 minutes' END)
      WHERE order_id IS NULL AND state = 'SUCCEEDED'`
    await banks.decideRefunds(random)
    await database.$executeRaw`
      UPDATE payments SET checked_at = NULL
      WHERE EXISTS (SELECT FROM refunds r WHERE r.payment_id = payments.id AND r.state = 'PENDING')`
    // What was paid out a moment ago is asked about a minute later.
    await database.$executeRaw`
      UPDATE payouts SET requested_at = least(requested_at, now() - interval '2 minutes') WHERE checked_at IS NULL`
    await jobs.drain(handlers)
  }

  /** Lets the reconciler ask again about every payment that somebody may have touched since it last did. */
  async function askAgain(): Promise<void> {
    const orders = await database.order.count()
    const touched = orders - ordersBefore + REMEMBERED
    await database.$executeRaw`
      UPDATE payments SET checked_at = NULL WHERE checked_at IS NOT NULL AND (state = 'PENDING' OR order_id IS NULL
        OR order_id IN (SELECT id FROM orders ORDER BY placed_at DESC, id DESC LIMIT ${touched}))`
    ordersBefore = orders
  }

  /** A day passes for sellers: what they have goes on, and the provider is asked about accounts and payouts of theirs. */
  async function paySellers(): Promise<void> {
    const payouts = await database.payout.count()
    const touched = payouts - payoutsBefore + LATEST
    await database.$executeRaw`
      UPDATE payouts SET checked_at = NULL, asked_at = NULL WHERE state IN ('IN_TRANSIT', 'PAID')
        AND id IN (SELECT id FROM payouts WHERE state IN ('IN_TRANSIT', 'PAID') ORDER BY id DESC LIMIT ${touched})`
    await database.$executeRaw`UPDATE payouts SET requested_at = least(requested_at, now() - interval '25 hours')`
    await database.$executeRaw`
      UPDATE payout_accounts SET payout_asked_at = NULL, asked_at = least(asked_at, now() - interval '2 minutes'),
        read_at = least(read_at, now() - interval '25 hours')`
    await database.$executeRaw`
      UPDATE transfers SET asked_at = NULL, settled_at = least(settled_at, now() - interval '2 hours')
      WHERE state <> 'PENDING'`
    payoutsBefore = payouts
  }

  /** What banks did to charges that fit no order; the nightly check settles them, since no reconciler asks about them. */
  async function settleUnmatched(): Promise<void> {
    const unmatched = await database.unmatchedCharge.findMany({ select: { intentId: true } })
    for (const { intentId } of unmatched) await settlePayment(platform, { intentId })
  }

  /** Ten minutes pass for jobs of killed processes, and the queue looks whose time is up. */
  async function endOrphans(): Promise<void> {
    const orphans = await database.$executeRaw`
      UPDATE pgboss.job SET started_on = started_on - interval '10 minutes'
      WHERE state = 'active' AND started_on < now() - ${ORPHAN_MS} * interval '1 millisecond'`
    if (orphans === 0) return
    await database.$executeRaw`UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL`
    await boss.supervise()
  }

  return {
    database,
    async letTimePass() {
      // One by one: together they would wait for the product, and it for them.
      for (const runOut of runningOut) await database.$executeRaw(runOut)
      await database.$transaction(async tx => {
        await jobs.enqueue(tx, 'orders.expire-holds', {})
        await jobs.enqueue(tx, 'payouts.move-money', {})
      })
    },
    moveMoney: () => database.$transaction(tx => jobs.enqueue(tx, 'payouts.move-money', {})),
    inFlight: () => inFlight(database),
    async becomeQuiet() {
      const deadline = Date.now() + QUIET_MS
      await insist(askAgain)
      await insist(settleUnmatched)
      await insist(paySellers)
      for (;;) {
        await insist(work)
        const left = await insist(() => leftToDo(database))
        if (left.length === 0) return
        if (Date.now() > deadline) throw new Error(`The market does not become quiet: ${left.slice(0, 5).join(', ')}`)
        await insist(endOrphans)
        await wait(LOOK_MS)
      }
    },
    check: async () => [
      ...(await checkLedger({ database, ledger, auditKeys: outside.audit.keys })),
      ...(await checkRest(database)),
    ],
    async count() {
      const orders = await database.order.count()
      const charges = await database.payment.count({ where: { receivedAt: { not: null } } })
      const refunds = await database.refund.groupBy({ by: ['state'], _count: true })
      const disputes = await database.dispute.groupBy({ by: ['state'], _count: true })
      const unmatched = await database.unmatchedCharge.count()
      const claims = await database.claim.groupBy({ by: ['state'], _count: true })
      const transfers = await database.transfer.groupBy({ by: ['state'], _count: true })
      const payouts = await database.payout.groupBy({ by: ['state'], _count: true })
      const posted = await database.ledgerTransaction.groupBy({ by: ['act'], _count: true })
      return {
        ...{ orders, charges, refunds: byState(refunds), disputes: byState(disputes), unmatched },
        ...{ claims: byState(claims), transfers: byState(transfers), payouts: byState(payouts) },
        postings: Object.fromEntries(posted.map(({ act, _count }) => [act, _count])),
      }
    },
    async stop() {
      await boss.stop({ graceful: false })
      await jobs.stop()
      await database.$disconnect()
    },
  }
}

function byState(counted: { state: string; _count: number }[]): Record<string, number> {
  return Object.fromEntries(counted.map(({ state, _count }) => [state, _count]))
}

function nobody(): never {
  throw new Error('The caretaker signs nobody in')
}
