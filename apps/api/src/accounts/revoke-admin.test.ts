import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { revokeAdmin } from './revoke-admin.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

it('of the last two admins who are revoked at once one stays', async () => {
  const admins = [await market.user({ role: 'ADMIN' }), await market.user({ role: 'ADMIN' })]
  const results = await market.whileHeld({
    hold: tx => tx.$executeRaw`SELECT FROM users WHERE role = 'ADMIN' FOR UPDATE`,
    acts: admins.map(
      ({ email }) =>
        () =>
          revokeAdmin(market.database, email),
    ),
  })
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ code: 'CONFLICT' }) }))
  expect(await market.database.user.count({ where: { role: 'ADMIN' } })).toBe(1)
})
