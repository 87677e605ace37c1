import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCallerFactory, publicProcedure, router, sharedProcedure } from './procedures.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('the answer of a call', () => {
  const reads = router({
    own: publicProcedure.query(() => 'own'),
    shared: sharedProcedure.query(({ ctx }) => ctx.shared(['sellers']) && 'shared'),
    undeclared: sharedProcedure.query(() => 'undeclared'),
  })

  it.each([
    ['own', { isPrivate: true, topics: [] }],
    ['shared', { isPrivate: false, topics: ['sellers'] }],
    ['undeclared', { isPrivate: true, topics: [] }],
  ] as const)('that is %s is declared as %j', async (name, { isPrivate, topics }) => {
    const sharing = { calls: [], isFresh: false, share: vi.fn(), keepPrivate: vi.fn() }
    const { platform } = market
    const nobody = {
      caller: null,
      ended: null,
      accessToken: null,
      requestId: '1',
      address: undefined,
      device: undefined,
    }
    const call = createCallerFactory(reads)({ platform, ...nobody, sharing })
    expect(await call[name]()).toBe(name)
    expect(sharing.keepPrivate.mock.calls.length > 0).toBe(isPrivate)
    expect(sharing.share.mock.calls.flat(2)).toEqual(topics)
    expect(sharing.calls).toEqual([name])
  })
})
