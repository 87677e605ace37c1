import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
beforeAll(async () => {
  market = await createMarket({ cachesResponses: true })
  admin = await market.asAdmin()
  await market.upload({ reference: PICTURE.replace('0', '1') })
})
afterAll(() => market.close())

const read = async (path: string) => (await fetch(new URL(path, market.url))).text()

/** What visitors are shown, on both transports. */
async function shown(categoryId: string): Promise<string[]> {
  const input = encodeURIComponent(JSON.stringify({ categoryId }))
  const paths = ['/categories', '/trpc/catalog.categories', `/categories/${categoryId}`]
  return Promise.all(
    [...paths, `/trpc/listings.byCategory?input=${input}`, '/trpc/search.facets?input=%7B%7D'].map(read),
  )
}

describe('cached categories', () => {
  it('are read again after each change', async () => {
    const { categoryId } = await admin.catalog.create({ name: 'Pixel', image: PICTURE })
    const { categoryId: other } = await admin.catalog.create({ name: 'Nokia', image: PICTURE })
    const changes: [() => Promise<unknown>, (answers: string[]) => void][] = [
      [
        () => admin.catalog.rename({ categoryId, name: 'Pixel 9' }),
        answers => {
          for (const list of answers.slice(0, 2)) expect(list).toContain('Pixel 9')
        },
      ],
      [
        () => admin.catalog.changePicture({ categoryId, image: PICTURE.replace('0', '1') }),
        answers => {
          for (const list of answers.slice(0, 2)) expect(list).toContain(PICTURE.replace('0', '1'))
        },
      ],
      [
        () => admin.catalog.place({ categoryId, place: 2 }),
        answers => {
          for (const list of answers.slice(0, 2)) expect(list.indexOf('Pixel')).toBeGreaterThan(list.indexOf('Nokia'))
        },
      ],
      [
        () => admin.catalog.movePosts({ categoryId, toCategoryId: other }),
        ([, , ...lists]) => {
          for (const list of lists.slice(0, 2)) expect(list).not.toContain('Aurora')
        },
      ],
      [
        () => admin.catalog.retire({ categoryId }),
        answers => {
          for (const answer of answers) expect(answer).not.toContain('Pixel')
        },
      ],
      [
        () => admin.catalog.restore({ categoryId }),
        answers => {
          for (const list of answers.slice(0, 2)) expect(list).toContain('Pixel')
        },
      ],
    ]
    await market.listing({ categoryId, productName: 'Aurora' })
    for (const [change, check] of changes) {
      await shown(categoryId)
      await change()
      check(await shown(categoryId))
    }
  })

  it('show no phone of a retired category that is for sale again, and show it once the category is back', async () => {
    const { id, categoryId } = await market.listing({ state: 'SOLD', productName: 'Aurora Lost' })
    await admin.catalog.retire({ categoryId })
    await market.database.listing.update({ where: { id }, data: { state: 'AVAILABLE' } })
    await shown(categoryId)
    await admin.catalog.restore({ categoryId })
    const [, , rest, rpc] = await shown(categoryId)
    expect(rest).toContain('Aurora Lost')
    expect(rpc).toContain('Aurora Lost')
  })
})
