import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@second-ring/api/connect'
import { readEnv } from '@second-ring/api/env'
import { placeOrder } from '@second-ring/api/orders/place-order'
import { confirmPayment } from '@second-ring/api/payments/confirm-payment'
import { createPaymentIntent } from '@second-ring/api/payments/create-payment-intent'
import type { Platform } from '@second-ring/api/platform/platform'
import { noRateLimits } from '@second-ring/api/platform/rate-limits'
import { noTelemetry } from '@second-ring/api/platform/telemetry'
import { closeDatabase } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { poolOf } from '@second-ring/database/pool-of'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import pg from 'pg'
import { environment } from '../speed/start-servers.ts'
import { type Booked, bookBare, payBare } from './bare.ts'
import { knownIntents } from './known-intents.ts'

// Bookings and payments a second by 32 clients with every commit on disk, in turn: the product's use cases with a provider that
// answers at once, and beside them the rows that they write by plain SQL in one transaction each. `pnpm bench:paying`: a minute.
// Exit code 1 when a ratio is below what was promised.
const CLIENTS = 32
const POOL_SIZE = 10
const ROUNDS = 5
const EACH = 400
const PROMISED = 0.6

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Does the work for each item once, by all clients together. @returns how many a second, and what came of them */
async function measure<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) {
  const startedAt = performance.now()
  const left = items.values()
  const results: Result[] = []
  const client = async () => {
    for (const item of left) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { perSecond: (items.length * 1000) / (performance.now() - startedAt), results }
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

const folder = await mkdtemp(join(tmpdir(), 'second-ring-bench-paying-'))
const server = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { shared_buffers: '256MB' } })
const url = await makeDatabase(server, 'paying')
await migrate(url)
const env = readEnv({ ...environment, DATABASE_URL: url })
const nothing = () => undefined
const outside = connect(env, { onTrouble: nothing, onHead: nothing, onStatement: () => nothing })
const { database } = outside
const bare = new pg.Pool({ connectionString: url, max: POOL_SIZE, keepAlive: true })
const nobody = () => {
  throw new Error('The bench signs nobody in')
}
const platform: Platform = {
  ...outside,
  cardPayments: knownIntents(outside.cardPayments),
  accessTokens: { issue: nobody, verify: () => null, holderOf: () => null },
  unsubscribeTokens: { sign: nobody, verify: () => null },
  ...{ operatorEmail: null, bannedEmailKeys: ['bench'], rateLimits: noRateLimits, telemetry: noTelemetry },
}
try {
  await poolOf(database).query(await readFile(join(import.meta.dirname, '../audit/market-rows.sql'), 'utf8'))
  const buyers = await database.user.findMany({ where: { role: 'BUYER' }, select: { id: true, name: true } })
  const phones = await database.listing.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const callerOf = (id: string) => ({
    ...({ id, name: 'Bench', email: '', role: 'BUYER', verified: false, emailVerified: true } as const),
    sessionId: randomUUID(),
  })
  let next = 0
  /** Phones that nobody has, each with a buyer. */
  const free = () =>
    Array.from({ length: EACH }, () => {
      const [phone, buyer] = [phones[next], buyers[next % buyers.length]]
      next += 1
      if (!phone || !buyer) throw new Error('There are not phones enough')
      return { listingId: phone.id, buyerId: buyer.id }
    })
  const contact = { meetingPlace: 'Café', phone: '0123456789', expectedPriceCents: 20_000 }
  const book = async ({ listingId, buyerId }: { listingId: string; buyerId: string }) => {
    const { orderId } = await placeOrder(platform, callerOf(buyerId), { listingId, ...contact })
    return { orderId, buyerId }
  }
  const pay = async ({ orderId, buyerId }: Pick<Booked, 'orderId' | 'buyerId'>) => {
    const caller = callerOf(buyerId)
    const { clientSecret } = await createPaymentIntent(platform, caller, { orderId })
    await confirmPayment(platform, caller, { orderId, transactionId: clientSecret.replace(/_secret$/, '') })
  }
  const figures = { book: [] as number[], bookBare: [] as number[], pay: [] as number[], payBare: [] as number[] }
  for (let round = -1; round < ROUNDS; round += 1) {
    const booked = await measure(free(), book)
    const bookedBare = await measure(free(), phone => bookBare(bare, phone))
    const paid = await measure(booked.results, pay)
    const paidBare = await measure(bookedBare.results, order => payBare(bare, order))
    // The first round warms up.
    if (round < 0) continue
    figures.book.push(booked.perSecond)
    figures.bookBare.push(bookedBare.perSecond)
    figures.pay.push(paid.perSecond)
    figures.payBare.push(paidBare.perSecond)
  }
  const paidOrders = await database.order.count({ where: { state: 'PAID' } })
  if (paidOrders !== next) throw new Error(`${paidOrders} of ${next} orders are paid`)
  const ratios = { book: ratioOf(figures.book, figures.bookBare), pay: ratioOf(figures.pay, figures.payBare) }
  const both = ratioOf(figures.book.map(together(figures.pay)), figures.bookBare.map(together(figures.payBare)))
  say(
    `booking: ${rate(figures.book)}, bare ${rate(figures.bookBare)}: ${ratios.book.toFixed(2)} (at least ${PROMISED})`,
  )
  say(`paying: ${rate(figures.pay)}, bare ${rate(figures.payBare)}: ${ratios.pay.toFixed(2)} (at least ${PROMISED})`)
  say(`booking and paying, one after the other: ${both.toFixed(2)}`)
  process.exitCode = Math.min(ratios.book, ratios.pay) >= PROMISED ? 0 : 1
} finally {
  await bare.end()
  await closeDatabase(database)
  await server.stop()
  await rm(folder, { recursive: true })
}
process.exit()

function rate(figures: number[]): string {
  return `${median(figures).toFixed(0)}/s`
}

/** The median of the rounds' ratios. */
function ratioOf(ours: number[], theirs: number[]): number {
  return median(ours.map((perSecond, round) => perSecond / (theirs[round] ?? 1)))
}

/** How many do both, one after the other, in a second. */
function together(others: number[]) {
  return (perSecond: number, round: number) => 1 / (1 / perSecond + 1 / (others[round] ?? 1))
}
