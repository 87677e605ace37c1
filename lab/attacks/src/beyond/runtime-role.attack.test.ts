import { randomUUID } from 'node:crypto'
import { createPool } from '@second-ring/database/create-pool'
import { grantRuntime } from '@second-ring/database/grant-runtime'
import { poolOf } from '@second-ring/database/pool-of'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let api: ApiProcess
let role: string
let server: ReturnType<typeof createPool>
beforeAll(async () => {
  market = await createMarket()
  role = `server_${randomUUID().replaceAll('-', '')}`
  const owner = await poolOf(market.database).connect()
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`)
  await grantRuntime(owner, role)
  owner.release()
  const url = new URL(market.environment.DATABASE_URL ?? '')
  url.username = role
  url.password = 'secret'
  api = await market.startProcess({ DATABASE_URL: url.href })
  server = createPool({ connectionString: url.href, max: 1 })
}, 60_000)
afterAll(async () => {
  await server.end()
  await api.stop()
  const pool = poolOf(market.database)
  await pool.query(`DROP OWNED BY ${role}`)
  await pool.query(`DROP ROLE ${role}`)
  await market.close()
})

describe('a server whose database role owns nothing', () => {
  it('A214 does all that the market needs, and its jobs', async () => {
    const { rpc } = attackOn({ ...market, url: api.url })
    const { person } = usersOf(market)
    const [seller, buyer, admin] = [await person('SELLER'), await person(), await person('ADMIN')]
    const { id: categoryId } = await market.category()
    const listing = await market.listing({ sellerId: seller.id, categoryId, resalePriceCents: 20_000 })
    const booking = { listingId: listing.id, meetingPlace: 'Café', phone: '0123456789', expectedPriceCents: 20_000 }
    const placed = await rpc('orders.place', booking, { as: buyer.as })
    expect(placed.status).toBe(200)
    expect((await rpc('accounts.verifySeller', { userId: seller.id }, { as: admin.as })).status).toBe(200)
    const [order] = await market.database.order.findMany({ where: { buyerId: buyer.id } })
    expect((await rpc('orders.cancel', { orderId: order?.id }, { as: buyer.as })).status).toBe(200)
    // The server's own job links it.
    await market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'audit.link', {}))
    await expect
      .poll(() => market.database.auditLink.count({ where: { entry: { action: 'account.verify' } } }), {
        timeout: 20_000,
      })
      .toBe(1)
    expect(api.log.filter(({ level }) => level >= 50)).toEqual([])
  })

  it.each([
    `UPDATE audit_entries SET reason = 'x'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries, audit_links',
    `UPDATE audit_links SET hash = 'x'`,
    'DELETE FROM audit_links',
    'DELETE FROM audit_heads',
    'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
    'DROP TRIGGER audit_entries_queue ON audit_entries',
    'SET session_replication_role = replica',
    'DROP TABLE orders',
    'ALTER TABLE users ADD COLUMN mine text',
    'CREATE TABLE mine (x int)',
  ])('A215 is refused by the database: %s', async statement => {
    await expect(server.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it.each([
    'UPDATE ledger_entries SET amount_cents = 1',
    'DELETE FROM ledger_transactions',
    'TRUNCATE ledger_entries',
    'DELETE FROM ledger_accounts',
    `INSERT INTO ledger_transactions (act, idempotency_key) VALUES ('CHARGED', 'of nothing')`,
    `WITH made AS (INSERT INTO ledger_transactions (act, idempotency_key) VALUES ('CHARGED', 'of one side') RETURNING id)
      INSERT INTO ledger_entries SELECT made.id, a.id, 1 FROM made, ledger_accounts a WHERE a.kind = 'HELD'`,
  ])('A256 no money is made or lost in the ledger: %s', async statement => {
    await expect(server.query(statement)).rejects.toThrow(/permission denied|append-only|that sum to/)
  })
})
