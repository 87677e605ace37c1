import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ keepsReads: true })
})
afterAll(() => market.close())

const query = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${market.url}${path}`, { headers })
// An address with more in it than it needs goes the whole way.
const theWholeWay = '&more=1'

/** A phone for sale, of which this process has heard. */
async function phone(of: Parameters<Market['listing']>[0] = {}) {
  const listing = await market.listing(of)
  await market.platform.events.caughtUp()
  return listing
}

async function idsOn(url: string, categoryId: string): Promise<string[]> {
  const response = await fetch(`${url}/trpc/listings.byCategory?${query({ categoryId })}`)
  const { result } = (await response.json()) as { result: { data: { items: { id: string }[] } } }
  return result.data.items.map(({ id }) => id)
}

describe('a read that is the same for everyone', () => {
  it('is answered as tRPC answers it, alone and in a batch', async () => {
    const { id: listingId, categoryId } = await phone({ advertisedAt: new Date() })
    for (let n = 0; n < 5; n += 1) await phone({ categoryId, productName: 'Aurora 12' })
    const alone = `/trpc/listings.byCategory?${query({ categoryId, limit: 5 })}`
    const page = `/trpc/listings.get?${query({ listingId })}`
    const inputs = { 1: { categoryId }, 2: {} }
    const batch = `/trpc/catalog.categories,listings.byCategory,listings.advertised?batch=1&${query(inputs)}`
    const searches = [
      { text: 'aurora', limit: 3 },
      { text: 'aurorra' },
      { text: 'aurora nowhere' },
      { sort: 'price-up' },
    ]
    const found = searches.flatMap(input => [
      `/trpc/search.listings?${query(input)}`,
      `/trpc/search.facets?${query(input)}`,
    ])
    for (const path of [alone, page, batch, ...found]) {
      const [ours, theirs] = [await get(path), await get(path + theWholeWay)]
      expect(ours.headers.get('cache-control'), path).toBe('no-cache')
      expect(theirs.headers.get('cache-control')).toBeNull()
      expect(ours.status).toBe(theirs.status)
      expect(await ours.json()).toEqual(await theirs.json())
    }
  })

  it('is refused as tRPC refuses it', async () => {
    for (const input of [{ categoryId: 'no id' }, {}, null, { categoryId: { not: '' } }]) {
      const path = `/trpc/listings.byCategory?${query(input)}`
      const [ours, theirs] = [await get(path), await get(path + theWholeWay)]
      expect(ours.status).toBe(400)
      const withoutId = async (response: Response) => (await response.text()).replace(/"requestId":"[^"]+"/, '')
      expect(await withoutId(ours)).toBe(await withoutId(theirs))
    }
  })

  it('is not sent twice to a client that has it', async () => {
    const { categoryId } = await phone()
    const path = `/trpc/listings.byCategory?${query({ categoryId })}`
    const etag = (await get(path)).headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    await phone({ categoryId })
    expect((await get(path, { 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(200)
  })
})

describe('a read of the caller’s own', () => {
  const tokenOf = async (of: Parameters<Market['user']>[0]) => {
    const { id } = await market.user(of)
    return { id, authorization: `Bearer ${market.platform.accessTokens.issue(id).accessToken}` }
  }

  it('is answered as tRPC answers it, alone and in a batch, and kept by nothing', async () => {
    const { id: buyerId, authorization } = await tokenOf({ role: 'BUYER' })
    const { id } = await market.order({ buyerId })
    const alone = `/trpc/orders.mine?${query({ limit: 5 })}`
    const batch = `/trpc/orders.mine,catalog.categories?batch=1&${query({ 0: {} })}`
    for (const path of [alone, batch]) {
      const [ours, theirs] = [await get(path, { authorization }), await get(path + theWholeWay, { authorization })]
      expect(ours.headers.get('cache-control')).toBe('no-store')
      expect(ours.headers.get('content-type')).toMatch(/^application\/json/)
      const text = await ours.text()
      expect(text).toContain(id)
      expect(JSON.parse(text)).toEqual(await theirs.json())
    }
  })

  it('is the caller’s alone, and refused as tRPC refuses it', async () => {
    const [one, other] = [await tokenOf({ role: 'BUYER' }), await tokenOf({ role: 'BUYER' })]
    const { id } = await market.order({ buyerId: one.id })
    const path = `/trpc/orders.mine?${query({})}`
    expect(await (await get(path, { authorization: other.authorization })).text()).not.toContain(id)
    for (const authorization of ['', 'Bearer garbage', `${one.authorization}x`]) {
      expect((await get(path, { authorization })).status).toBe(401)
    }
    const wrong = `/trpc/orders.mine?${query({ limit: 0 })}`
    expect((await get(wrong, { authorization: one.authorization })).status).toBe(400)
  })
})

describe('a phone that has just been booked', () => {
  it('is gone from the shelf for its buyer’s very next read, on both faces', async () => {
    const { categoryId, sellerId } = await phone()
    const buyer = await market.user({ role: 'BUYER' })
    for (let round = 0; round < 10; round += 1) {
      const { id: listingId } = await phone({ categoryId, sellerId })
      await get(`/categories/${categoryId}`)
      expect(await idsOn(market.url, categoryId)).toContain(listingId)
      await market
        .as(buyer.id)
        .orders.place({ listingId, phone: '+15550100', meetingPlace: 'Station', expectedPriceCents: 20_000 })
      expect(await idsOn(market.url, categoryId)).not.toContain(listingId)
      expect(await (await get(`/categories/${categoryId}`)).text()).not.toContain(listingId)
    }
  })

  it('is gone from the shelf in another process before a second has passed', async () => {
    const other = await market.startProcess({})
    try {
      const { id: listingId, categoryId } = await phone()
      expect(await idsOn(other.url, categoryId)).toContain(listingId)
      const buyer = await market.user({ role: 'BUYER' })
      await market
        .as(buyer.id)
        .orders.place({ listingId, phone: '+15550100', meetingPlace: 'Station', expectedPriceCents: 20_000 })
      await expect.poll(() => idsOn(other.url, categoryId), { timeout: 1000, interval: 10 }).not.toContain(listingId)
    } finally {
      await other.stop()
    }
  })
})
