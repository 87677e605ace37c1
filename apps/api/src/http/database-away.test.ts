import { closeDatabase, createDatabase, type Database } from '@second-ring/database'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { factoriesOf } from '@second-ring/testkit/factories'
import { type OwnPostgres, startOwnPostgres } from '@second-ring/testkit/own-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPgBossJobQueue } from '#adapters/pg-boss/pg-boss-job-queue.ts'

const PATIENCE = { timeout: 25_000, interval: 50 }

let postgres: OwnPostgres
let market: Market
let api: ApiProcess
let database: Database
beforeAll(async () => {
  postgres = await startOwnPostgres()
  market = await createMarket()
  api = await market.startProcess({ DATABASE_URL: postgres.databaseUrl })
  database = createDatabase(postgres.databaseUrl)
})
afterAll(async () => {
  await api.stop()
  await market.close()
  await closeDatabase(database)
  await postgres.remove()
})

const bearer = (userId: string) => ({
  authorization: `Bearer ${market.tokenOf(userId)}`,
})
const place = (userId: string, listingId: string) =>
  fetch(`${api.url}/trpc/orders.place`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(userId) },
    body: JSON.stringify({ listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }),
  })
const readiness = async () => {
  const response = await fetch(`${api.url}/readyz`)
  return { status: response.status, body: await response.json() }
}
const isReady = async () => expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } })

it('outlives its database: it says so meanwhile, and goes on by itself', { timeout: 60_000 }, async () => {
  const { user, listing, order } = factoriesOf(database)
  const [seller, buyer] = [await user({ role: 'SELLER' }), await user()]
  const [first, second] = [await listing({ sellerId: seller.id }), await listing({ sellerId: seller.id })]
  await isReady()
  expect((await place(buyer.id, first.id)).status).toBe(200)
  const live = await fetch(`${api.url}/live?notices=true`, {
    headers: bearer(seller.id),
  })
  const counts: string[] = []
  const reading = (async () => {
    for await (const text of live.body?.pipeThrough(new TextDecoderStream()) ?? []) counts.push(text)
  })()
  await vi.waitFor(() => expect(counts.join('')).toContain('"unread":1'), PATIENCE)

  await postgres.stop()
  await vi.waitFor(async () => {
    expect(await readiness()).toEqual({
      status: 503,
      body: { status: 'not ready', problems: { database: 'It does not answer.' } },
    })
  }, PATIENCE)
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  for (const refused of [await fetch(`${api.url}/categories`), await place(buyer.id, second.id)]) {
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refused.text()).toContain('Try again')
  }
  // Long enough for whatever tries again in vain to do so more than once.
  const attempts = () => api.log.filter(({ msg }) => msg === 'live events are interrupted').length
  await vi.waitFor(() => expect(attempts()).toBeGreaterThan(3), PATIENCE)

  await postgres.start()
  await vi.waitFor(isReady, PATIENCE)
  expect((await place(buyer.id, second.id)).status).toBe(200)
  await vi.waitFor(() => expect(counts.join('')).toContain('"unread":2'), PATIENCE)

  const due = await order({ reservedUntil: new Date(0) })
  const jobs = createPgBossJobQueue({ databaseUrl: postgres.databaseUrl, onError: () => {} })
  await jobs.start()
  await database.$transaction(tx => jobs.enqueue(tx, 'orders.expire-holds', {}))
  await jobs.stop()
  await vi.waitFor(async () => {
    const { state } = await database.order.findUniqueOrThrow({ where: { id: due.id } })
    expect(state).toBe('EXPIRED')
  }, PATIENCE)

  const client = new pg.Client({ connectionString: postgres.databaseUrl })
  await client.connect()
  const counted = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'second-ring-events'`
  await vi.waitFor(async () => expect((await client.query(counted)).rows).toEqual([{ count: 1 }]), PATIENCE)
  await client.end()
  await api.stop()
  await reading
})
