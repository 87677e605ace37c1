import { createPool } from '@second-ring/database'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

const PATIENCE = { timeout: 20_000, interval: 20 }
const ROUNDS = 25
const AT_ONCE = 24

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'all=1000000' })
})
afterAll(() => market.close())

const databaseUrl = () => `${poolOf(market.database).options.connectionString}`
const bearer = (userId: string) => ({
  authorization: `Bearer ${market.tokenOf(userId)}`,
})
const place = (url: string, { userId, listingId }: { userId: string; listingId: string }) =>
  fetch(`${url}/trpc/orders.place`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(userId) },
    body: JSON.stringify({ listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 }),
  })

describe('a server whose database ends its sessions, as one does that hands over to another', () => {
  it('goes on, also when they end again and again under load', { timeout: 60_000 }, async () => {
    const api = await market.startProcess({ READ_CACHE: 'off', OPERATIONS_PORT: '0' })
    onTestFinished(async () => void (await api.stop()))
    const admin = createPool({ connectionString: new URL('/postgres', databaseUrl()).href, max: 1 })
    onTestFinished(() => admin.end())
    const [{ id: userId, email }, { id: listingId }] = [await market.user(), await market.listing()]
    const ask = (index: number): Promise<Response> => {
      if (index % 4 === 0) return place(api.url, { userId, listingId })
      if (index % 4 === 1) return fetch(`${api.url}/orders?email=${email}`, { headers: bearer(userId) })
      return fetch(`${api.url}${index % 4 === 2 ? '/categories' : '/readyz'}`)
    }
    const statuses = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = Array.from({ length: AT_ONCE }, async (_, index) => {
        const response = await ask(index)
        await response.arrayBuffer()
        statuses.add(response.status)
      })
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND pid <> pg_backend_pid()`,
        [new URL(databaseUrl()).pathname.slice(1)],
      )
      await Promise.all(asked)
    }
    expect([...statuses].filter(status => ![200, 409, 503].includes(status))).toEqual([])
    await vi.waitFor(async () => expect((await fetch(`${api.url}/readyz`)).status).toBe(200), PATIENCE)
    expect((await fetch(`${api.url}/categories`)).status).toBe(200)
    expect(await Promise.race([api.ended, 'running'])).toBe('running')
  })

  it('answers 503 to what writes while the database only reads, and reads on', async () => {
    const [buyer, { id: listingId }] = [await market.user(), await market.listing()]
    const { database } = market
    const name = new URL(databaseUrl()).pathname.slice(1)
    await database.$executeRawUnsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const readsOnly = createPool({ connectionString: databaseUrl(), max: 1 })
    onTestFinished(() => readsOnly.end())
    await readsOnly.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'second-ring' AND pid <> pg_backend_pid()`)
    const typed = await place(market.url, { userId: buyer.id, listingId })
    const rest = await fetch(`${market.url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(buyer.id) },
      body: JSON.stringify({
        email: buyer.email,
        productId: listingId,
        product: 'Aurora 12',
        price: 200,
        location: 'Library',
        phone: '555 0199',
      }),
    })
    const byPrisma = await fetch(`${market.url}/trpc/notices.readAll?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(buyer.id) },
      body: '{}',
    })
    for (const refused of [typed, rest, byPrisma]) {
      const text = await refused.text()
      expect([refused.status, text]).toEqual([503, expect.stringContaining('Try again in a minute.')])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await fetch(`${market.url}/categories`)).status).toBe(200)
    await readsOnly.query(`SET default_transaction_read_only = off`)
    await readsOnly.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await readsOnly.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'second-ring' AND pid <> pg_backend_pid()`)
    expect((await place(market.url, { userId: buyer.id, listingId })).status).toBe(200)
  })
})
