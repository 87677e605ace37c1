import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSessions } from './forget-sessions.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

it('forgets where ended sessions were after 30 days, and what nobody uses after 90', async () => {
  const { id: userId } = await market.user()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const from = { userId, device: 'Firefox', network: '203.0.113.7' }
  const rows = {
    live: { renewedAt: daysAgo(89) },
    unused: { renewedAt: daysAgo(91) },
    justEnded: { endedAt: daysAgo(29), endReason: 'ENDED_ELSEWHERE' },
    longEnded: { endedAt: daysAgo(31), endReason: 'ENDED_ELSEWHERE', renewedAt: daysAgo(100) },
    longLeft: { endedAt: daysAgo(31), endReason: 'SIGNED_OUT' },
  } as const
  const ids = new Map<string, string>()
  for (const [name, row] of Object.entries(rows)) {
    ids.set((await market.database.session.create({ data: { ...from, ...row } })).id, name)
  }
  await forgetSessions(market)
  const left = await market.database.session.findMany({
    where: { id: { in: [...ids.keys()] } },
    orderBy: { id: 'asc' },
  })
  expect(left.map(({ id, device, network }) => [ids.get(id), device, network])).toEqual([
    ['live', 'Firefox', '203.0.113.7'],
    ['justEnded', 'Firefox', '203.0.113.7'],
    // Without its row the same sign-in would begin another one.
    ['longEnded', null, null],
  ])
})
