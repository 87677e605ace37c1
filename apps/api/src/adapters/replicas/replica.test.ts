import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createReplica } from './replica.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

it('a server that replicates nothing is left out, and reported once', async () => {
  const onTrouble = vi.fn()
  const { DATABASE_URL: url = '' } = market.environment
  const replica = createReplica({ url, primary: market.database, onStatement: () => () => {}, onTrouble })
  const now = vi.spyOn(performance, 'now')
  for (const at of [10_000, 20_000]) {
    now.mockReturnValue(at)
    await replica.measure({ at, committedAt: 0 })
    expect(replica.isInUse()).toBe(false)
  }
  expect(onTrouble.mock.calls).toEqual([[new Error('This server is no replica')]])
  now.mockRestore()
  await replica.stop()
})
