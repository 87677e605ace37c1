import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSaved } from './list-saved.ts'
import { matchListing } from './match-listing.ts'
import { saveSearch } from './save-search.ts'

let market: Market
let categoryId: string
beforeAll(async () => {
  market = await createMarket()
  categoryId = (await market.category()).id
})
afterAll(() => market.close())

const input = {
  productName: 'Aurora 12 Pro',
  sellerName: 'Robin',
  condition: 'GOOD' as const,
  description: 'With the box.',
  location: 'Portland, Oregon',
  resalePriceCents: 24_999,
  originalPriceCents: 59_900,
  yearsUsed: 2,
  images: [PICTURE],
}

/** Posts as a new seller, runs what is in line, and tells who has heard of it how often. */
async function post(
  change: Partial<typeof input & { yearOfPurchase: number }> = {},
): Promise<{ listingId: string; told: string[] }> {
  const seller = await market.asSeller()
  const { listingId } = await seller.listings.create({ ...input, ...change, categoryId })
  await market.runJobs()
  const notices = await market.database.notice.findMany({ where: { listingId, kind: 'saved-search' } })
  return { listingId, told: notices.map(notice => notice.userId) }
}

describe('saving a search', () => {
  it('keeps it once, for its owner alone, until they forget it', async () => {
    const { id } = await market.user()
    const { search } = market.as(id)
    const filters = { text: 'Aurora 12', categoryId, conditions: ['GOOD' as const], maxPriceCents: 30_000 }
    const { savedSearchId, created } = await search.save(filters)
    expect(created).toBe(true)
    expect(await search.save({ ...filters, text: ' aurora-12 ' })).toEqual({ savedSearchId, created: false })
    expect(await search.saved()).toEqual([
      {
        id: savedSearchId,
        savedAt: expect.any(String),
        muted: false,
        filters: { ...filters, location: '', verifiedOnly: false },
      },
    ])
    const other = await market.asBuyer()
    expect(await other.search.saved()).toEqual([])
    await expect(other.search.forget({ savedSearchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await search.forget({ savedSearchId })).toEqual({ savedSearchId })
    await expect(search.forget({ savedSearchId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await search.saved()).toEqual([])
  })

  it('is for whoever is signed in', async () => {
    await expect(market.anonymous().search.save({ text: 'aurora' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it.each([{}, { text: '%&' }, { text: 'aurora', location: '!' }, { conditions: [] }])('refuses %j', async filters => {
    const buyer = await market.asBuyer()
    await expect(buyer.search.save(filters)).rejects.toThrow('Say what you are looking for')
  })

  it('holds fifty a person, also of many at once', async () => {
    const buyer = await market.asBuyer()
    const texts = Array.from({ length: 54 }, (_, n) => `model ${n}`)
    const saved = await Promise.allSettled(texts.map(text => buyer.search.save({ text })))
    expect(saved.filter(one => one.status === 'fulfilled')).toHaveLength(50)
    await expect(buyer.search.save({ text: 'one more' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await buyer.search.saved()).toHaveLength(50)
  })

  it('goes with its owner', async () => {
    const { id } = await market.user()
    await market.as(id).search.save({ text: 'aurora gone' })
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    expect(await market.database.savedSearch.count({ where: { userId: id } })).toBe(0)
  })
})

describe('a new listing', () => {
  const matching = [
    { text: 'aurora 12' },
    { text: '12 auro' },
    { text: 'box' },
    { location: 'portland' },
    { text: 'pro', location: 'Oregon' },
    { maxPriceCents: 24_999, minPriceCents: 24_999 },
    { minYearsUsed: 2, maxYearsUsed: 2 },
    { conditions: ['FAIR' as const, 'GOOD' as const] },
  ]
  it.each(matching)('is told to whoever has saved %j', async filters => {
    const { id } = await market.user()
    await market.as(id).search.save(filters)
    const { told } = await post()
    expect(told.filter(userId => userId === id)).toEqual([id])
  })

  const others = [
    { text: 'aurora 13' },
    { text: 'aur 12' },
    { text: 'portland', location: 'box' },
    { location: 'port' },
    { text: 'aurora', maxPriceCents: 24_998 },
    { text: 'aurora', minPriceCents: 25_000 },
    { text: 'aurora', maxYearsUsed: 1 },
    { text: 'aurora', minYearsUsed: 3 },
    { text: 'aurora', conditions: ['EXCELLENT' as const] },
    { text: 'aurora', verifiedOnly: true },
    { verifiedOnly: true },
  ]
  it.each(others)('is not to whoever has saved %j', async filters => {
    const { id } = await market.user()
    await market.as(id).search.save(filters)
    expect((await post()).told).not.toContain(id)
  })

  it.each([
    [{ min: 2022 }, { yearOfPurchase: 2024 }, true],
    [{ min: 2022, max: 2024 }, { yearOfPurchase: 2024 }, true],
    [{ max: 2023 }, { yearOfPurchase: 2024 }, false],
    [{ max: 2023 }, {}, false],
  ])('is told by an attribute from %j: one of %j is %j', async (range, change, isTold) => {
    const { id, email } = await market.user()
    const caller = {
      id,
      email: `${email}`,
      name: 'Robin',
      role: 'BUYER' as const,
      verified: false,
      emailVerified: true,
      sessionId: id,
    }
    const filters = {
      text: '',
      location: '',
      conditions: [],
      verifiedOnly: false,
      attributes: { yearOfPurchase: range },
    }
    const { savedSearchId } = await saveSearch(market.platform, caller, filters)
    expect(await saveSearch(market.platform, caller, filters)).toEqual({ savedSearchId, created: false })
    expect(await listSaved(market.platform, caller)).toMatchObject([{ id: savedSearchId }])
    expect((await post(change)).told.includes(id)).toBe(isTold)
  })

  it('is told of by category, once a person, however often the work is tried', async () => {
    const { id } = await market.user()
    const { search, notices } = market.as(id)
    await search.save({ categoryId })
    await search.save({ text: 'borealis' })
    const { id: elsewhere } = await market.user()
    await market.as(elsewhere).search.save({ categoryId: (await market.category()).id })
    const { listingId, told } = await post({ productName: 'Borealis 3', resalePriceCents: 120_000 })
    expect(told.filter(userId => userId === id)).toEqual([id])
    expect(told).not.toContain(elsewhere)
    await matchListing(market.platform, { listingId })
    const { items } = await notices.list({})
    expect(items).toEqual([
      expect.objectContaining({
        kind: 'saved-search',
        listingId,
        message: 'Borealis 3 was just posted for $1,200. It matches a search that you saved.',
      }),
    ])
  })

  it('is not told to its own seller', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    await market.as(id).search.save({ text: 'aurora 12' })
    const { listingId } = await market.as(id).listings.create({ ...input, categoryId })
    await market.runJobs()
    expect(await market.database.notice.count({ where: { userId: id, listingId } })).toBe(0)
  })

  it('that is gone by then is told to nobody', async () => {
    const { id } = await market.user()
    await market.as(id).search.save({ text: 'vanishing' })
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const { listings } = market.as(sellerId)
    const { listingId } = await listings.create({ ...input, productName: 'Vanishing 1', categoryId })
    await listings.remove({ listingId })
    await market.runJobs()
    expect(await market.database.notice.count({ where: { listingId } })).toBe(0)
  })
})

describe('notifications of a saved search', () => {
  const heard = async (userId: string) =>
    (await market.database.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ message }) => message)

  async function postMany(productName: string, count: number): Promise<void> {
    const seller = await market.asSeller()
    for (let each = 0; each < count; each += 1) await seller.listings.create({ ...input, productName, categoryId })
    await market.runJobs()
  }

  it('are gathered: one an hour, with all that came since', async () => {
    const { id } = await market.user()
    await market.as(id).search.save({ text: 'cumulus' })
    await postMany('Cumulus 4', 20)
    const [first = '', ...more] = await heard(id)
    expect(first).toMatch(/Cumulus 4|new phones match/)
    expect(more).toEqual([])
    await postMany('Cumulus 5', 2)
    expect(await heard(id)).toEqual([first])
    await market.timePasses({ hours: 1 })
    await market.runJobs()
    await market.runJobs()
    expect(await heard(id)).toEqual([
      first,
      expect.stringMatching(/^\d+ new phones match your saved search for cumulus\.$/),
    ])
  })

  it('tell of a phone that is gone meanwhile to nobody', async () => {
    const { id } = await market.user()
    await market.as(id).search.save({ text: 'nimbus' })
    await postMany('Nimbus 1', 1)
    await postMany('Nimbus 2', 3)
    await market.database.listing.updateMany({ where: { productName: 'Nimbus 2' }, data: { state: 'RESERVED' } })
    await market.timePasses({ hours: 1 })
    await market.runJobs()
    expect(await heard(id)).toHaveLength(1)
  })

  it('can be muted, and turned on again for what comes then', async () => {
    const { id } = await market.user()
    const { search } = market.as(id)
    const { savedSearchId } = await search.save({ text: 'stratus' })
    expect(await search.mute({ savedSearchId, muted: true })).toEqual({ savedSearchId, muted: true })
    expect(await search.saved()).toMatchObject([{ id: savedSearchId, muted: true }])
    await postMany('Stratus 1', 1)
    await search.mute({ savedSearchId, muted: false })
    await market.runJobs()
    expect(await heard(id)).toEqual([])
    await postMany('Stratus 2', 1)
    expect(await heard(id)).toEqual([expect.stringContaining('Stratus 2')])
  })

  it('are muted by their owner alone', async () => {
    const { savedSearchId } = await (await market.asBuyer()).search.save({ text: 'cirrus' })
    const other = (await market.asBuyer()).search.mute({ savedSearchId, muted: true })
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
