import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fundsBecomeAvailable, move, payee, releasedDeal } from './testing/payee.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())
afterEach(async () => {
  await market.card.bank.clearFaults()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const transfersOf = (orderId: string) =>
  market.database.transfer.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { state: true, amountCents: true, reversedCents: true, failureReason: true },
  })

describe('the money of a released deal', () => {
  it('goes to its seller’s account once the charge’s funds are available: once, by however many at once', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await move(market)
    expect(await transfersOf(deal.orderId)).toEqual([])
    await fundsBecomeAvailable(market)
    await Promise.all([move(market), move(market), move(market)])
    await move(market)
    expect(await deal.transfers()).toEqual([{ amountCents: 19_000, reversedCents: 0, accountId: seller.accountId }])
    expect(await transfersOf(deal.orderId)).toMatchObject([{ state: 'SENT', amountCents: 19_000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    const entries = { action: 'payout.transfer', subjectId: deal.orderId }
    expect(await market.database.auditEntry.count({ where: entries })).toBe(1)
  })

  it('waits for an account, and goes to it once there is one', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const deal = await releasedDeal(market, sellerId)
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await deal.transfers()).toEqual([])
  })
})
