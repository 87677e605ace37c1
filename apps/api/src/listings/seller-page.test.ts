import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const page = (sellerId: string) => market.anonymous().listings.seller({ sellerId })
const forSale = (sellerId: string, paging: { cursor?: string; limit?: number } = {}) =>
  market.anonymous().listings.bySeller({ sellerId, ...paging })

const NOT_THERE = { code: 'NOT_FOUND', message: 'There is no such seller.' }

describe('a seller’s page', () => {
  it('shows the name of their account, their tick, since when they are here and to how many they have sold', async () => {
    const { id } = await market.user({ role: 'SELLER', name: 'Ana Prado', verifiedAt: new Date() })
    await market.sale({ sellerId: id, sellerName: 'Ana' })
    const shown = await page(id)
    expect(shown).toEqual({
      id,
      name: 'Ana Prado',
      verified: true,
      memberSince: new Date().toISOString().slice(0, 10),
      sold: 1,
    })
  })

  it('lists what they have for sale, newest first and page by page, with nobody’s email', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const ids: string[] = []
    for (let hour = 0; hour < 3; hour += 1) {
      const postedAt = new Date(Date.UTC(2026, 0, 1, hour))
      ids.unshift((await market.listing({ sellerId, postedAt })).id)
    }
    for (const state of ['SOLD', 'RESERVED', 'REMOVED'] as const) await market.listing({ sellerId, state })
    await market.listing()
    const first = await forSale(sellerId, { limit: 2 })
    const rest = await forSale(sellerId.toUpperCase(), {
      limit: 2,
      ...(first.nextCursor && { cursor: first.nextCursor }),
    })
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids)
    expect(rest.nextCursor).toBeNull()
    expect(JSON.stringify([first, rest, await page(sellerId)])).not.toContain('@')
  })

  it('takes no cursor of another list', async () => {
    const { sellerId, categoryId } = await market.listing()
    await market.listing({ categoryId })
    const { nextCursor } = await market.anonymous().listings.byCategory({ categoryId, limit: 1 })
    for (const cursor of [nextCursor ?? '', 'forged'])
      await expect(forSale(sellerId, { cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is not there for nobody, for who has sold nothing, and for who is removed or away: all in the same words', async () => {
    const away = { suspendedAt: new Date(), suspensionReason: 'They sold what was not theirs' }
    const leaving = { deletionRequestedAt: new Date(), deletesAt: new Date(Date.now() + 1e9) }
    const setAside = { setAsideAt: new Date(), setAsideEmail: `${randomUUID()}@example.test`, email: null }
    const ids = [randomUUID(), (await market.user({ role: 'SELLER' })).id]
    for (const data of [away, leaving, setAside, { deletedAt: new Date(), email: null, name: '' }]) {
      const { sellerId } = await market.listing({ state: 'SOLD' })
      expect(await page(sellerId)).toMatchObject({ id: sellerId })
      await market.database.user.update({ where: { id: sellerId }, data })
      ids.push(sellerId)
    }
    ids.push((await market.listing({ state: 'REMOVED' })).sellerId)
    for (const id of ids) {
      await expect(page(id)).rejects.toMatchObject(NOT_THERE)
      expect(await forSale(id)).toEqual({ items: [], nextCursor: null })
    }
  })

  it('is led to from a phone’s page as long as it is there', async () => {
    const { id: listingId, sellerId } = await market.listing({ state: 'SOLD' })
    const hasPage = async () => (await market.anonymous().listings.get({ listingId })).sellerHasPage
    expect(await hasPage()).toBe(true)
    const away = { suspendedAt: new Date(), suspensionReason: 'They sold what was not theirs' }
    await market.database.user.update({ where: { id: sellerId }, data: away })
    expect(await hasPage()).toBe(false)
  })
})
