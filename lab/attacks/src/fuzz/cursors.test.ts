import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cursorsOf } from './cursors.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

it('are those of the very list of a seller’s page, which takes them', async () => {
  const [buyer, seller, admin] = [
    await market.user(),
    await market.user({ role: 'SELLER' }),
    await market.user({ role: 'ADMIN' }),
  ]
  const { id: categoryId } = await market.category()
  for (let each = 0; each < 2; each += 1) await market.listing({ sellerId: seller.id, categoryId })
  const cursors = await cursorsOf(market, { buyerId: buyer.id, sellerId: seller.id, adminId: admin.id, categoryId })
  const cursor = cursors['listings.bySeller'] ?? 'x'
  const { items } = await market.anonymous().listings.bySeller({ sellerId: seller.id, cursor })
  expect(items).toHaveLength(1)
})
