import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
  const names = ['iPhone 12', 'iPhone 12 Pro', 'iPhone 13', 'Apple iPhone SE', 'Nokia Élan', 'Galaxy 9']
  for (const productName of names) await market.listing({ productName })
  await market.listing({ productName: 'iPhone Gone', state: 'REMOVED' })
  const { id } = await market.listing({ productName: 'iPhone Sold' })
  await market.database.listing.update({ where: { id }, data: { state: 'SOLD' } })
})
afterAll(() => market.close())

const suggest = (text: string) => market.anonymous().search.suggest({ text })

describe('suggestions', () => {
  it('begin with the text, then hold its words, and are for sale', async () => {
    expect(await suggest('IPH')).toEqual(['iPhone 12', 'iPhone 12 Pro', 'iPhone 13', 'Apple iPhone SE'])
    expect(await suggest('iphone 12 p')).toEqual(['iPhone 12 Pro'])
    expect(await suggest('elan')).toEqual(['Nokia Élan'])
  })

  it('begin with one or two letters, without looking into names', async () => {
    expect(await suggest('g')).toEqual(['Galaxy 9'])
    expect(await suggest('se')).toEqual([])
  })

  it('forgive a slip in a word that several sellers use', async () => {
    expect(await suggest('galxy')).toEqual([])
    for (let n = 0; n < 3; n += 1) await market.listing({ productName: 'Galaxy 9' })
    await market.runJobs()
    expect(await suggest('galxy')).toEqual(['Galaxy 9'])
  })

  it('are of what several sellers have before what one has, and two of one seller at the most', async () => {
    const [one, unproven] = [await market.user({ role: 'SELLER' }), await market.user({ emailVerifiedAt: null })]
    for (let n = 0; n < 20; n += 1) {
      await market.listing({ productName: `Omega ${n}`, sellerId: one.id })
      await market.listing({ productName: `Omega A ${n}`, sellerId: unproven.id })
    }
    for (let n = 0; n < 4; n += 1) await market.listing({ productName: 'Omega Z' })
    await market.listing({ productName: 'New Omega' })
    await market.runJobs()
    expect(await suggest('omega')).toEqual(['Omega Z', 'Omega 0', 'Omega 1', 'New Omega'])
  })

  it.each(['', '%', "'", '_', '\\', ':*', '🙂'])('are none for %j', async text => {
    expect(await suggest(text)).toEqual([])
  })

  it('are eight at the most', async () => {
    for (let n = 0; n < 12; n += 1) await market.listing({ productName: `Zeta ${n}` })
    expect(await suggest('zet')).toHaveLength(8)
  })
})
