import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listenTo } from './listen-to.ts'
import { startTwo, type Twin } from './two-processes.ts'

let market: Market
let twins: [Twin, Twin]
let sellerId: string
let listingId: string
beforeAll(async () => {
  market = await createMarket()
  twins = await startTwo(market, {})
  ;({ id: sellerId } = await market.user({ role: 'SELLER' }))
  ;({ id: listingId } = await market.listing({ sellerId, resalePriceCents: 10_000 }))
})
afterAll(async () => {
  await Promise.all(twins.map(({ api }) => api.stop()))
  await market.close()
})

describe('what happens at one of two processes', () => {
  it('is in the next read of the other, long before what it has cached is too old', async () => {
    const waits: number[] = []
    for (let cents = 10_001; cents <= 10_010; cents += 1) {
      const [one, other] = cents % 2 ? twins : [twins[1], twins[0]]
      expect((await other.calls.read(listingId)).resalePriceCents).toBe(cents - 1)
      await one.calls.setPrice(sellerId, listingId, cents)
      const changedAt = performance.now()
      // Whoever has changed it finds it changed, at once.
      expect((await one.calls.read(listingId)).resalePriceCents).toBe(cents)
      await vi.waitFor(async () => expect((await other.calls.read(listingId)).resalePriceCents).toBe(cents), {
        timeout: 1000,
        interval: 5,
      })
      waits.push(performance.now() - changedAt)
    }
    expect(waits.toSorted((a, b) => a - b)[5]).toBeLessThan(300)
  })

  it('never shows a phone as free to whoever has just booked it', async () => {
    for (const { calls } of [...twins, ...twins]) {
      const [buyer, listing] = [await market.user(), await market.listing()]
      for (const twin of twins) expect((await twin.calls.read(listing.id)).state).toBe('AVAILABLE')
      expect((await calls.book(buyer.id, listing.id)).status).toBe(200)
      expect((await calls.read(listing.id)).state).toBe('RESERVED')
    }
  })

  it('is heard by a tab at the other', async () => {
    for (const [one, other] of [twins, twins.toReversed() as [Twin, Twin]]) {
      const [buyer, listing] = [await market.user(), await market.listing()]
      const tab = await listenTo(other.api.url, [listing.id])
      await tab.until('"state":"AVAILABLE"')
      await one.calls.book(buyer.id, listing.id)
      await tab.until('"state":"RESERVED"')
      await tab.stop()
    }
  })
})
