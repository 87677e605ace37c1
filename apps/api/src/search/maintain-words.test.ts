import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maintainWords } from './maintain-words.ts'

let market: Market
let sellers: string[]
let categoryId: string
beforeAll(async () => {
  market = await createMarket()
  categoryId = (await market.category()).id
  sellers = (await Promise.all(Array.from({ length: 5 }, () => market.user({ role: 'SELLER' })))).map(({ id }) => id)
})
beforeEach(async () => {
  await market.database.listing.updateMany({ data: { state: 'REMOVED' } })
  await maintainWords(market.platform)
  expect(await words()).toEqual([])
})
afterAll(() => market.close())

/** Posts a name as the first sellers do. */
async function postBy(count: number, productName: string) {
  for (const sellerId of sellers.slice(0, count)) await market.listing({ categoryId, sellerId, productName })
}
const words = () =>
  market.database.searchWord.findMany({ orderBy: { word: 'asc' }, select: { word: true, sellers: true } })
/** A word is counted again after an hour. */
const hourPasses = () => market.database.searchWord.updateMany({ data: { checkedAt: new Date(0) } })
const models = () => market.database.searchModel.findMany({ orderBy: { model: 'asc' } })

describe('maintaining the words of search', () => {
  it('keeps models while anybody has them for sale', async () => {
    await postBy(1, 'Aurora 12')
    const { id } = await market.listing({ productName: 'Nova 3' })
    await market.database.listing.update({ where: { id }, data: { state: 'RESERVED' } })
    await maintainWords(market.platform)
    expect((await models()).map(({ model }) => model)).toEqual(['aurora 12'])
    await market.database.listing.update({ where: { id }, data: { state: 'AVAILABLE' } })
    expect((await models()).map(({ model }) => model)).toEqual(['aurora 12', 'nova 3'])
  })

  it('keeps words of four sellers and counts them, by all models', async () => {
    await postBy(3, 'Aurora 12')
    await market.listing({ sellerId: sellers[3] ?? '', categoryId, productName: 'Aurora Pro' })
    await maintainWords(market.platform)
    expect(await words()).toEqual([{ word: 'aurora', sellers: 4 }])
    await postBy(5, 'Aurora Ultra')
    await hourPasses()
    await maintainWords(market.platform)
    expect(await words()).toEqual([
      { word: 'aurora', sellers: 5 },
      { word: 'ultra', sellers: 5 },
    ])
    const last = sellers.slice(3)
    await market.database.listing.updateMany({ where: { sellerId: { in: last } }, data: { state: 'REMOVED' } })
    await hourPasses()
    await maintainWords(market.platform)
    expect(await words()).toEqual([])
  })

  it('calls a model common while four sellers have it, by the name that most of them give it', async () => {
    await postBy(1, '🔥 AURORA-12 🔥')
    await postBy(4, 'Aurora 12')
    await maintainWords(market.platform)
    expect(await models()).toEqual([{ model: 'aurora 12', name: 'Aurora 12', isCommon: true }])
    await market.database.listing.updateMany({ where: { sellerId: sellers[0] ?? '' }, data: { state: 'REMOVED' } })
    await maintainWords(market.platform)
    expect(await models()).toMatchObject([{ isCommon: false }])
  })

  it('takes the name of a model from sellers with a proven email alone', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { id: sellerId } = await market.user({ role: 'SELLER', emailVerifiedAt: null })
      await market.listing({ categoryId, sellerId, productName: 'AURORA-12' })
    }
    await postBy(4, 'Aurora 12')
    await maintainWords(market.platform)
    expect(await models()).toEqual([{ model: 'aurora 12', name: 'Aurora 12', isCommon: true }])
  })

  it('leaves a model that is being posted, and whoever posts one that is being deleted has it', async () => {
    const [{ id }] = [await market.listing({ categoryId, sellerId: sellers[0] ?? '', productName: 'Comet 1' })]
    await market.database.listing.update({ where: { id }, data: { state: 'REMOVED' } })
    const back = { where: { id }, data: { state: 'AVAILABLE' } } as const
    await market.database.$transaction(async tx => {
      await tx.listing.update(back)
      await maintainWords(market.platform)
    })
    expect((await models()).map(({ model }) => model)).toEqual(['comet 1'])
    await market.database.listing.update({ where: { id }, data: { state: 'REMOVED' } })
    const runs = Array.from({ length: 10 }, () => maintainWords(market.platform))
    await Promise.all([...runs, market.database.listing.update(back)])
    expect((await models()).map(({ model }) => model)).toEqual(['comet 1'])
  })

  it('forgets 1,400 words that were posted and removed again', async () => {
    const invented = Array.from({ length: 1400 }, (_, n) => `galax${n} aurorb${n} phon${n}`)
    await postBy(4, 'Galaxy 9')
    const base = await market.database.listing.findFirstOrThrow({ where: { state: 'AVAILABLE' } })
    const { id: _, ...row } = base
    await market.database.listing.createMany({ data: invented.map(productName => ({ ...row, productName })) })
    await maintainWords(market.platform)
    expect((await words()).map(({ word }) => word)).toEqual(['galaxy'])
    await market.database.listing.updateMany({ where: { productName: { in: invented } }, data: { state: 'REMOVED' } })
    await maintainWords(market.platform)
    expect(await models()).toEqual([{ model: 'galaxy 9', name: 'Galaxy 9', isCommon: true }])
  })
})
