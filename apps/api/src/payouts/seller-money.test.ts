import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockSellerMoney } from './seller-money.ts'
import { releasedDeal } from './testing/payee.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

it('what is planned with a seller’s money waits for who plans with it, and sees what they planned', async () => {
  const { id: sellerId } = await market.user({ role: 'SELLER' })
  const { orderId } = await releasedDeal(market, sellerId)
  const planned = { orderId, sellerId, providerAccountId: 'acct_1', amountCents: 19_000 }
  const [second] = await market.whileHeld({
    async hold(tx) {
      expect(await lockSellerMoney(tx, sellerId)).toMatchObject({ balanceCents: 19_000, pendingTransferCents: 0 })
    },
    acts: [() => market.database.$transaction(tx => lockSellerMoney(tx, sellerId))],
    whenWaiting: tx => tx.transfer.create({ data: planned }),
  })
  expect(second).toMatchObject({ value: { balanceCents: 19_000, pendingTransferCents: 19_000 } })
})

it('and posting what they earn does not wait for it', async () => {
  const { id: sellerId } = await market.user({ role: 'SELLER' })
  await releasedDeal(market, sellerId)
  await market.database.$transaction(
    async tx => {
      await lockSellerMoney(tx, sellerId)
      await releasedDeal(market, sellerId)
      expect(await lockSellerMoney(tx, sellerId)).toMatchObject({ balanceCents: 38_000 })
    },
    { timeout: 60_000 },
  )
})
