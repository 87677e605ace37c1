import { setTimeout as wait } from 'node:timers/promises'
import { handlersOf } from '@second-ring/api/jobs/handlers'
import type { CheckedRule } from '@second-ring/api/payments/book-rules'
import { checkBooks } from '@second-ring/api/payments/check-books'
import { connect } from '@second-ring/api/platform/connect'
import { readEnv } from '@second-ring/api/platform/env'
import { noRateLimits } from '@second-ring/api/platform/rate-limits'
import { noReadCache } from '@second-ring/api/platform/read-cache'
import { createStripeLedger } from '@second-ring/api/platform/stripe-ledger'
import { noTelemetry } from '@second-ring/api/platform/telemetry'
import type { Database } from '@second-ring/database'
import { pointFirebaseAt } from '@second-ring/testkit/env'
import { PgBoss } from 'pg-boss'
import { insist } from '../insist.ts'
import { REMEMBERED } from '../load/crowd.ts'
import { CARD_SECRET_KEY, type Product } from '../product/product.ts'

/** Looks after the market between two rounds, beside the API's own processes and with the product's own code. */
export interface Bookkeeper {
  database: Database
  /** Lets an hour or two pass for some holds and offers: they have run out, and a job is in line that ends them. */
  letTimePass(): Promise<void>
  /** Works and waits until nothing is left to do. @throws Error that says what is left after two minutes */
  becomeQuiet(): Promise<void>
  /** Holds every rule of the books against all there is. */
  check(): Promise<CheckedRule[]>
  /** How many there are in all. */
  count(): Promise<{ orders: number; charges: number }>
  stop(): Promise<void>
}

const QUIET_MS = 120_000
const LOOK_MS = 50
/** A job that has run so long without an end belongs to a process that was killed. */
const ORPHAN_MS = 1500

export async function startBookkeeper(product: Product): Promise<Bookkeeper> {
  pointFirebaseAt(product.identityUrl)
  // Straight to the card payments: what fails between them and the API is the API's matter.
  const env = readEnv({ ...product.variables, STRIPE_API_URL: product.cardsUrl })
  const outside = connect(env, { onTrouble: () => undefined, onStatement: () => () => undefined })
  const { database, jobs } = outside
  const accessTokens = { issue: nobody, verify: () => null }
  const handlers = handlersOf({
    ...outside,
    accessTokens,
    rateLimits: noRateLimits,
    readCache: noReadCache,
    telemetry: noTelemetry,
  })
  const boss = new PgBoss({ connectionString: env.DATABASE_URL, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await jobs.start()
  await boss.start()
  let ordersBefore = 0
  const ledger = createStripeLedger({ secretKey: CARD_SECRET_KEY, apiUrl: product.cardsUrl })

  /** A minute passes for every payment that the reconciler has not asked about yet, and everybody works. */
  async function work(): Promise<void> {
    await database.$executeRaw`
      UPDATE payments SET created_at = least(created_at, now() - interval '2 minutes')
      WHERE state IN ('PENDING', 'SUCCEEDED') AND checked_at IS NULL`
    await jobs.drain(handlers)
  }

  /** Lets the reconciler ask anew about every payment that somebody may have touched since it last did. */
  async function askAnew(): Promise<void> {
    const orders = await database.order.count()
    const touched = orders - ordersBefore + REMEMBERED
    await database.$executeRaw`
      UPDATE payments SET checked_at = NULL WHERE checked_at IS NOT NULL AND (state = 'PENDING' OR order_id IN (
        SELECT id FROM orders ORDER BY placed_at DESC, id DESC LIMIT ${touched}))`
    ordersBefore = orders
  }

  async function leftToDo(): Promise<string[]> {
    const rows = await database.$queryRaw<{ what: string }[]>`
      SELECT name || ' is ' || state AS what FROM pgboss.job
      WHERE name NOT LIKE '\\_\\_%' AND state < 'completed' AND (start_after <= now() OR state = 'active')
      UNION ALL SELECT 'the reconciler has not asked about ' || p.intent_id
      FROM payments p JOIN orders o ON o.id = p.order_id
      WHERE p.checked_at IS NULL
        AND (p.state = 'PENDING' OR (p.state = 'SUCCEEDED' AND o.state IN ('PAID', 'COMPLETED')))`
    return rows.map(row => row.what)
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
      const past = new Date(Date.now() - 1000)
      await database.$transaction(async tx => {
        await tx.$executeRaw`UPDATE orders SET reserved_until = ${past} WHERE state = 'PLACED' AND random() < 0.3`
        await tx.$executeRaw`UPDATE waiting_entries SET offered_until = ${past} WHERE state = 'OFFERED' AND random() < 0.3`
        await jobs.enqueue(tx, 'orders.expire-holds', {})
      })
    },
    async becomeQuiet() {
      const deadline = Date.now() + QUIET_MS
      await insist(askAnew)
      for (;;) {
        await insist(work)
        const left = await insist(leftToDo)
        if (left.length === 0) return
        if (Date.now() > deadline) throw new Error(`The market does not become quiet: ${left.slice(0, 5).join(', ')}`)
        await insist(endOrphans)
        await wait(LOOK_MS)
      }
    },
    check: () => checkBooks({ database, ledger }),
    async count() {
      const orders = await database.order.count()
      const charges = await database.payment.count({ where: { receivedAt: { not: null } } })
      return { orders, charges }
    },
    async stop() {
      await boss.stop({ graceful: false })
      await jobs.stop()
      await database.$disconnect()
    },
  }
}

function nobody(): never {
  throw new Error('The bookkeeper signs nobody in')
}
