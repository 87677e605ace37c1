import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
  await market.database.$executeRaw`
    INSERT INTO users (identity_uid, email, name, role)
    SELECT n, n || '@example.test', 'Person ' || md5(n::text), 'BUYER' FROM generate_series(1, 20000) n`
  await market.database.$executeRaw`ANALYZE users`
})
afterAll(() => market.close())

describe('among many users', () => {
  it('a search for part of a name or an email goes by the index', async () => {
    const plan = await market.database.$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT id FROM users WHERE name ILIKE '%zyx%' OR email ILIKE '%zyx%'`
    expect(plan.map(row => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on users_search_idx')
  })

  it('a search that the index is of no use to looks among the newest only', async () => {
    const admin = await market.asAdmin()
    await market.database.user.create({
      data: { identityUid: 'old', email: 'old@example.test', name: 'Li Zq', role: 'BUYER', createdAt: new Date(0) },
    })
    const { id } = await market.user({ name: 'Bo Zq' })
    const ids = async (search: string) =>
      (await admin.accounts.list({ role: 'BUYER', search })).items.map(item => item.id)
    expect(await ids('zq')).toEqual([id])
    expect(await ids('Li Zq')).toEqual([])
    expect(await ids('old@example')).toHaveLength(1)
  })
})
