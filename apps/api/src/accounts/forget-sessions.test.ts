import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSessions } from './forget-sessions.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

it('ends what was not used for 30 days, forgets where ended sessions were, and deletes what no sign-in renews', async () => {
  const { id: userId } = await market.user()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const from = { userId, device: 'Firefox', network: '203.0.113.7' }
  const rows = {
    live: { signedInAt: daysAgo(170), renewedAt: daysAgo(29) },
    unused: { signedInAt: daysAgo(40), renewedAt: daysAgo(31) },
    lapsing: { signedInAt: daysAgo(29), renewedAt: daysAgo(0.03), lapses: true },
    lapsed: { signedInAt: daysAgo(29), renewedAt: daysAgo(0.05), lapses: true },
    justEnded: { signedInAt: daysAgo(32), endedAt: daysAgo(29), endReason: 'ENDED_ELSEWHERE' },
    longEnded: {
      signedInAt: daysAgo(179),
      endedAt: daysAgo(31),
      endReason: 'ENDED_ELSEWHERE',
      renewedAt: daysAgo(100),
    },
    over: { signedInAt: daysAgo(181), endedAt: daysAgo(31), endReason: 'EXPIRED', renewedAt: daysAgo(100) },
    longLeft: { signedInAt: daysAgo(33), endedAt: daysAgo(31), endReason: 'SIGNED_OUT' },
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
  expect(left.map(({ id, endReason, device, network }) => [ids.get(id), endReason, device, network])).toEqual([
    ['live', null, 'Firefox', '203.0.113.7'],
    ['unused', 'EXPIRED', 'Firefox', '203.0.113.7'],
    ['lapsing', null, 'Firefox', '203.0.113.7'],
    ['lapsed', 'EXPIRED', 'Firefox', '203.0.113.7'],
    ['justEnded', 'ENDED_ELSEWHERE', 'Firefox', '203.0.113.7'],
    // Without its row the same sign-in would begin another one.
    ['longEnded', 'ENDED_ELSEWHERE', null, null],
    ['longLeft', 'SIGNED_OUT', null, null],
  ])
})
