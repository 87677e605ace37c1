import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installJobQueue } from '@second-ring/api/adapters/pg-boss/pg-boss-job-queue'
import { verifyChain } from '@second-ring/api/audit/verify-chain'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { databaseName, withDatabase } from '@second-ring/database/database-url'
import { poolOf } from '@second-ring/database/pool-of'
import { dropDatabase } from '@second-ring/postgres-embedded/template'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { overHttp } from '../over-http.ts'
import { type PgBouncer, startPgBouncer } from './start-pgbouncer.ts'

const SERVER_CONNECTIONS = 4
const where = { meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }

let market: Market
let bouncer: PgBouncer
let api: ApiProcess
let direct: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  direct = market.environment.DATABASE_URL ?? ''
  bouncer = await startPgBouncer({ serverUrl: direct, serverConnections: SERVER_CONNECTIONS })
  api = await market.startProcess({
    DATABASE_URL: bouncer.through(direct),
    DATABASE_DIRECT_URL: direct,
    MAX_REQUESTS_IN_FLIGHT: '500',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  })
})
afterAll(async () => {
  await api?.stop()
  await bouncer?.stop()
  await market?.close()
})

const nobody = () => overHttp(api.url)
const as = (userId: string) => overHttp(api.url, { accessToken: market.tokenOf(userId) })
const shelf = (categoryId: string) =>
  nobody().ask<{ items: { id: string }[] }>('listings.byCategory', { categoryId, limit: 50 })

/** How many connections to the market's database the pooler has open at the server. */
async function serverConnections(): Promise<number> {
  const console = createDatabase(bouncer.through(withDatabase(direct, 'pgbouncer')))
  const { rows } = await poolOf(console).query<{ database: string }>('SHOW SERVERS')
  await closeDatabase(console)
  return rows.filter(({ database }) => database === databaseName(direct)).length
}

it('shows the shelves, finds, and shows a phone', async () => {
  const { id: listingId, categoryId } = await market.listing({ productName: 'Zephyr 9' })
  expect((await shelf(categoryId)).items.map(({ id }) => id)).toEqual([listingId])
  const found = await nobody().ask<{ items: { id: string }[] }>('search.listings', { text: 'zephyr' })
  expect(found.items.map(({ id }) => id)).toEqual([listingId])
  expect(JSON.stringify(await nobody().ask('search.suggest', { text: 'zep' }))).toContain('Zephyr 9')
  expect(JSON.stringify(await nobody().ask('search.facets', { text: 'zephyr' }))).toContain(categoryId)
  expect(await nobody().ask('listings.get', { listingId })).toMatchObject({ id: listingId, productName: 'Zephyr 9' })
  expect(await nobody().ask('listings.similar', { listingId })).toEqual([])
})

it('answers hundreds at once over at most four connections of the server', async () => {
  const listings = await Promise.all(Array.from({ length: 10 }, () => market.listing()))
  const of = (index: number) => listings[index % listings.length] ?? { id: '', categoryId: '' }
  const anew = overHttp(api.url, { isFresh: true })
  const asked = Array.from({ length: 400 }, async (_, index) => {
    const { id: listingId, categoryId } = of(index)
    if (index % 2 === 0) return anew.ask<{ id: string }>('listings.get', { listingId })
    const { items } = await anew.ask<{ items: { id: string }[] }>('listings.byCategory', { categoryId })
    return items[0]
  })
  const answers = await Promise.all(asked)
  expect(answers.map(answer => answer?.id)).toEqual(answers.map((_, index) => of(index).id))

  const through = createDatabase(bouncer.through(direct), { poolSize: 100, connectionTimeoutMs: 20_000 })
  onTestFinished(() => closeDatabase(through))
  const ids = await Promise.all(
    Array.from({ length: 300 }, (_, index) => through.listing.findUnique({ where: { id: of(index).id } })),
  )
  expect(ids.map(listing => listing?.id)).toEqual(ids.map((_, index) => of(index).id))
  expect(await serverConnections()).toBeLessThanOrEqual(SERVER_CONNECTIONS)
})

it('lets one of many book, takes the payment, and tells whoever watches', async () => {
  const { id: listingId, categoryId, sellerId } = await market.listing()
  const buyers = await Promise.all(Array.from({ length: 12 }, () => market.user()))
  const watching = new AbortController()
  const accessToken = market.tokenOf(sellerId)
  const live = await fetch(`${api.url}/live?notices=true&listingIds=${listingId}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: watching.signal,
  })
  let told = ''
  const reading = (async () => {
    for await (const text of live.body?.pipeThrough(new TextDecoderStream()) ?? []) told += text
  })().catch(() => undefined)
  await expect.poll(() => told).toContain('AVAILABLE')

  const asked = buyers.map(({ id }) => as(id).tell<{ orderId: string }>('orders.place', { listingId, ...where }))
  const booked = await Promise.allSettled(asked)
  const [won, ...others] = booked.flatMap((result, index) =>
    result.status === 'fulfilled' ? [{ ...result.value, buyerId: buyers[index]?.id ?? '' }] : [],
  )
  if (!won) throw new Error('Nobody got the phone')
  expect(others).toEqual([])
  expect((await shelf(categoryId)).items).toEqual([])
  await expect.poll(() => told).toContain('RESERVED')
  await expect.poll(() => told).toContain('"unread":1')

  const buyer = as(won.buyerId)
  const { clientSecret } = await buyer.tell<{ clientSecret: string }>('payments.createIntent', { orderId: won.orderId })
  const transactionId = await market.card.pay(clientSecret)
  await buyer.tell('payments.confirm', { orderId: won.orderId, transactionId })
  expect(await buyer.ask('orders.byId', { orderId: won.orderId })).toMatchObject({ state: 'PAID' })
  await expect.poll(() => told).toContain('SOLD')
  watching.abort()
  await reading
})

it('ends holds by its own jobs, each once', async () => {
  const { id: listingId, categoryId } = await market.listing()
  const { id: buyerId } = await market.user()
  const { orderId } = await as(buyerId).tell<{ orderId: string }>('orders.place', { listingId, ...where })
  const past = { placedAt: new Date(Date.now() - 120_000), reservedUntil: new Date(Date.now() - 60_000) }
  await market.database.order.update({ where: { id: orderId }, data: past })
  await market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'orders.expire-holds', {}))
  await expect.poll(async () => (await shelf(categoryId)).items, { timeout: 15_000 }).toHaveLength(1)
  expect(await as(buyerId).ask('orders.byId', { orderId })).toMatchObject({ state: 'EXPIRED' })
})

it('leaves the books in order and the audit whole', async () => {
  const through = createDatabase(bouncer.through(direct))
  onTestFinished(() => closeDatabase(through))
  expect(await market.checkLedger()).toEqual([])
  expect(await verifyChain(through, market.platform.audit)).toMatchObject({ whole: true })
  expect(api.log.filter(({ level }) => level >= 50)).toEqual([])
})

it('bounds statements by what the pooler sets, and prepares nothing that outlives a transaction', async () => {
  const through = createDatabase(bouncer.through(direct))
  onTestFinished(() => closeDatabase(through))
  const rows = await through.$queryRaw`SELECT current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle,
    (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`
  expect(rows).toEqual([{ statement: '10s', idle: '15s', prepared: 0 }])
})

it('makes a new database past the pooler, and the jobs’ tables through it', async () => {
  const name = 'made_past_the_pooler'
  const server = { url: (database: string) => withDatabase(direct, database) }
  onTestFinished(() => dropDatabase(server, name))
  const [own, pooled] = [server.url(name), bouncer.through(server.url(name))]
  const program = fileURLToPath(import.meta.resolve('@second-ring/database/migrate-cli'))
  const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: own }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  expect(stdout).toContain('Applied')
  await installJobQueue(pooled)
  const database = createDatabase(pooled)
  onTestFinished(() => closeDatabase(database))
  const rows =
    await database.$queryRaw`SELECT to_regclass('pgboss.job') IS NOT NULL AS jobs, count(*)::int AS users FROM users`
  expect(rows).toEqual([{ jobs: true, users: 0 }])
})
