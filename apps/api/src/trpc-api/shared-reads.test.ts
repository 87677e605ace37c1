import { MAX_AGE_HEADER, sharedReads } from '@second-ring/contracts/shared-reads'
import { poolOf } from '@second-ring/database/pool-of'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appRouter } from './app-router.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ accountLimits: 'openBookings=10', cachesResponses: true })
})
afterAll(() => market.close())

const query = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${market.url}${path}`, { headers })

/** A phone for sale, of which this process has heard. */
async function phone(of: Parameters<Market['listing']>[0] = {}) {
  const listing = await market.listing(of)
  await market.platform.events.caughtUp()
  return listing
}

async function bearerOf(of: Parameters<Market['user']>[0] = {}) {
  const { id } = await market.user(of)
  return { id, authorization: `Bearer ${market.tokenOf(id)}` }
}

async function idsOn(url: string, categoryId: string): Promise<string[]> {
  const response = await fetch(`${url}/trpc/listings.byCategory?${query({ categoryId })}`)
  const { result } = (await response.json()) as { result: { data: { items: { id: string }[] } } }
  return result.data.items.map(({ id }) => id)
}

it('contracts name the shared reads, no more and no fewer', () => {
  // By path, which tRPC's types do not name.
  const procedures: object = appRouter._def.procedures
  const shared = Object.entries(procedures as Record<string, { _def: { meta?: { isShared?: true } } }>)
  expect(shared.flatMap(([path, { _def }]) => (_def.meta?.isShared ? [path] : [])).sort()).toEqual(
    [...sharedReads].sort(),
  )
})

describe('a shared read', () => {
  it('answers everyone alike, alone and in a batch, and from the cache only who sends no bearer', async () => {
    const { id: listingId, categoryId, sellerId } = await phone({ advertisedAt: new Date() })
    for (let n = 0; n < 5; n += 1) await phone({ categoryId, productName: 'Aurora 12' })
    const { authorization } = await bearerOf()
    const inputs = { 1: { categoryId }, 2: {} }
    const searches = [
      { text: 'aurora', limit: 3 },
      { text: 'aurorra' },
      { text: 'aurora nowhere' },
      { sort: 'price-up' },
    ]
    const paths = [
      `/trpc/catalog.categories,listings.byCategory,listings.advertised?batch=1&${query(inputs)}`,
      `/trpc/catalog.category?${query({ categoryId })}`,
      `/trpc/listings.byCategory?${query({ categoryId, limit: 5 })}`,
      `/trpc/listings.get?${query({ listingId })}`,
      `/trpc/listings.similar?${query({ listingId })}`,
      `/trpc/listings.seller,listings.bySeller?batch=1&${query({ 0: { sellerId }, 1: { sellerId } })}`,
      `/trpc/search.suggest?${query({ text: 'aur' })}`,
      ...searches.flatMap(input => [`/trpc/search.listings?${query(input)}`, `/trpc/search.facets?${query(input)}`]),
    ]
    for (const path of paths) {
      const [first, cached, own] = [await get(path), await get(path), await get(path, { authorization })]
      expect(first.status, path).toBe(200)
      expect(first.headers.get('cache-control')).toBe('no-cache')
      expect(cached.headers.get('etag'), path).toBe(first.headers.get('etag'))
      expect(own.headers.get('cache-control')).toBe('no-store')
      expect(own.headers.get('etag')).toBeNull()
      const json = await first.json()
      expect(await cached.json()).toEqual(json)
      expect(await own.json()).toEqual(json)
    }
  })

  it('is read once for all callers, however they are batched with it alone', async () => {
    const read = vi.spyOn(poolOf(market.database), 'query')
    const [path, batch] = ['/trpc/catalog.categories', '/trpc/catalog.categories?batch=1']
    await market.platform.events.caughtUp()
    await Promise.all([path, path, batch, batch].map(each => get(`${each}${each === path ? '?' : '&'}once`)))
    expect(read.mock.calls.filter(([text]) => String(text).includes('from "categories"'))).toHaveLength(2)
    read.mockRestore()
  })

  it('is rejected in the same words from the cache, without a request id', async () => {
    const path = `/trpc/listings.get?${query({ listingId: crypto.randomUUID() })}`
    const [first, cached] = [await get(path), await get(path)]
    expect([first.status, cached.status]).toEqual([404, 404])
    expect(cached.headers.get('cache-control')).toBe('no-cache')
    expect(cached.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    const text = await first.text()
    expect(text).toContain('"requestId":null')
    expect(await cached.text()).toBe(text)
  })

  it('is not cached when its input is wrong', async () => {
    for (const input of [{ categoryId: 'no id' }, {}, null, { categoryId: { not: '' } }]) {
      const answer = await get(`/trpc/listings.byCategory?${query(input)}`)
      expect([answer.status, answer.headers.get('etag')]).toEqual([400, null])
      expect(await answer.text()).toContain('"domainCode":"INVALID_INPUT"')
    }
  })

  it('is not sent twice to a client that has it', async () => {
    const { categoryId } = await phone()
    const path = `/trpc/listings.byCategory?${query({ categoryId })}`
    const etag = (await get(path)).headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('content-length')]).toEqual([304, '', null])
    await phone({ categoryId })
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  it('is read again for a client that limits its age', async () => {
    const { categoryId } = await phone()
    const read = () => get(`/trpc/listings.byCategory?${query({ categoryId })}`, { [MAX_AGE_HEADER]: '0' })
    const isListening = vi.spyOn(market.platform.events, 'watch').mockReturnValue(() => {})
    await read()
    const { id } = await market.listing({ categoryId })
    expect(await (await read()).text()).toContain(id)
    isListening.mockRestore()
  })

  it('hangs on what it names in capitals too', async () => {
    const { id: listingId } = await phone({ resalePriceCents: 20_000 })
    const path = `/trpc/listings.get?${query({ listingId: listingId.toUpperCase() })}`
    expect(await (await get(path)).text()).toContain('"resalePriceCents":20000')
    await market.database.listing.update({ where: { id: listingId }, data: { resalePriceCents: 19_000 } })
    await market.platform.events.caughtUp()
    expect(await (await get(path)).text()).toContain('"resalePriceCents":19000')
  })
})

it('a seller’s page is read again when the seller is suspended, and when they post', async () => {
  const { sellerId } = await phone({ state: 'SOLD' })
  const path = `/trpc/listings.seller,listings.bySeller?batch=1&${query({ 0: { sellerId }, 1: { sellerId } })}`
  expect((await get(path)).status).toBe(200)
  const { id } = await phone({ sellerId })
  expect(await (await get(path)).text()).toContain(id)
  const away = { suspendedAt: new Date(), suspensionReason: 'They sold what was not theirs' }
  await market.database.user.update({ where: { id: sellerId }, data: away })
  await market.platform.events.caughtUp()
  expect(await (await get(path)).text()).toContain('"domainCode":"NOT_FOUND"')
})

it('a call by HEAD is no call', async () => {
  for (const path of [`/trpc/search.suggest?${query({ text: 'aur' })}`, '/trpc/orders.mine']) {
    expect((await fetch(`${market.url}${path}`, { method: 'HEAD' })).status).toBe(405)
  }
})

describe('a read of the caller’s own', () => {
  it('is cached by nothing, alone and in a batch with shared ones', async () => {
    const { id: buyerId, authorization } = await bearerOf({ role: 'BUYER' })
    const { id } = await market.order({ buyerId })
    const alone = `/trpc/orders.mine?${query({ limit: 5 })}`
    const batch = `/trpc/orders.mine,catalog.categories?batch=1&${query({ 0: {} })}`
    for (const path of [alone, batch]) {
      const answer = await get(path, { authorization })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await answer.text()).toContain(id)
      const nobody = await get(path)
      expect([401, 207]).toContain(nobody.status)
      expect(nobody.headers.get('etag')).toBeNull()
      expect(await nobody.text()).not.toContain(id)
    }
  })

  it('is the caller’s alone', async () => {
    const [one, other] = [await bearerOf({ role: 'BUYER' }), await bearerOf({ role: 'BUYER' })]
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
  it('is gone from the list for its buyer’s very next read, on both transports', async () => {
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

  it('is gone from the list in another process before a second has passed', async () => {
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
