import { fundsBecomeAvailable, payee } from '@second-ring/api/payouts/testing/payee'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

it('A318 whoever has the provider’s dashboard takes out what is buyers’ and sellers’: it is named, and what is the market’s own is not', async () => {
  const seller = await payee(market)
  await seller.deal()
  await fundsBecomeAvailable(market)
  // Of $200 the market keeps $10, of which the provider takes $6.10.
  await market.card.takeOut(390)
  expect(await market.checkLedger()).toEqual([])
  await market.card.takeOut(1)
  expect(await market.checkLedger()).toEqual([
    expect.stringContaining('more than the market’s own: 19000 are owed to buyers and sellers, 18999 are there'),
  ])
})
