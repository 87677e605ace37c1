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

  it('forgive a slip', async () => {
    expect(await suggest('galxy')).toEqual(['Galaxy 9'])
  })

  it.each(['', '%', "'", '_', '\\', ':*', '🙂'])('are none for %j', async text => {
    expect(await suggest(text)).toEqual([])
  })

  it('are eight at the most', async () => {
    for (let n = 0; n < 12; n += 1) await market.listing({ productName: `Zeta ${n}` })
    expect(await suggest('zet')).toHaveLength(8)
  })
})
