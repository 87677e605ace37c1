import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ rateLimitScale: 1 })
})
afterAll(() => market.close())

it('an export is downloaded as often as an account may change in a minute', async () => {
  const { id: userId } = await market.user()
  const ready = { state: 'READY', sizeBytes: 0, expiresAt: new Date(Date.now() + 3_600_000) } as const
  await market.database.dataExport.create({ data: { userId, ...ready } })
  const headers = { authorization: `Bearer ${market.tokenOf(userId)}` }
  const download = async () => (await fetch(`${market.url}/account-data.zip`, { headers })).status
  for (let count = 0; count < RATE_LIMITS.changeAccount.most; count += 1) expect(await download()).toBe(200)
  expect(await download()).toBe(429)
})
