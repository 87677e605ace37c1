import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, claimed, codeOf, handedOver, undecided } from './testing/claimed-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

type Claimed = Awaited<ReturnType<typeof claimed>>

/** An admin refunds a part at the provider's own site. @returns the provider's id of the refund */
async function refundAtProvider(order: Claimed, cents: number): Promise<string> {
  const id = await market.card.refund(order.intentId, cents)
  await order.settle()
  return id
}

describe('a claim of a payment of which some went back meanwhile', () => {
  it('is not settled by the sum that the buyer had asked for; the seller offers another', async () => {
    const order = await claimed(market, { wish: 'PART', wishCents: 12_000 })
    await refundAtProvider(order, 12_000)
    await expect(order.answer({ answer: 'AGREED' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'What is left of the payment has changed since the buyer asked for $120: it is $80 now. Offer a sum, or disagree, and an admin decides.',
    })
    expect(await order.state()).toBe('CLAIMED')
    expect(await order.claim()).toMatchObject({ state: 'SELLER_ANSWERS', answer: null })
    await order.answer({ answer: 'OFFERED', offerCents: 2_000 })
    await order.buyer.claims.acceptOffer({ orderId: order.orderId, offerCents: 2_000 })
    await market.runJobs()
    expect(await order.state()).toBe('PARTLY_REFUNDED')
    expect(await order.refundedCents()).toBe(14_000)
    expect(await balanceOf(market, order.sellerId)).toBe(5_700)
  })

  it('is not settled by the offer of before, which the buyer leaves to an admin', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'OFFERED', offerCents: 8_000 })
    await refundAtProvider(order, 12_000)
    const { orderId, buyer } = order
    await expect(buyer.claims.acceptOffer({ orderId, offerCents: 8_000 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'What is left of the payment has changed since the seller offered $80: it is $80 now. Ask an admin to decide.',
    })
    expect(await order.state()).toBe('CLAIMED')
    await buyer.claims.askAdmin({ orderId })
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED' })
    await market.runJobs()
    expect(await order.refundedCents()).toBe(12_000)
  })

  it('is not settled by it either when what had gone back before did not reach the buyer', async () => {
    const order = await handedOver(market)
    const refundId = await refundAtProvider(order, 12_000)
    await order.open({ wish: 'PART', wishCents: 1_000 })
    await market.card.bank.failRefund(refundId, 'expired_or_canceled_card')
    await order.settle()
    expect(await codeOf(order.answer({ answer: 'AGREED' }))).toBe('CONFLICT')
    expect(await codeOf(order.answer({ answer: 'DISAGREED', text: 'That went wrong' }))).toBe('ok')
  })

  it('gives back all that is left where all of the money was asked for', async () => {
    const order = await claimed(market)
    await refundAtProvider(order, 12_000)
    await order.answer({ answer: 'AGREED' })
    await market.runJobs()
    expect(await order.state()).toBe('REFUNDED')
    expect(await order.refundedCents()).toBe(20_000)
    expect(await order.messages('refunded', order.buyerId)).toContain(
      'The seller agrees: $80 for Aurora 12 goes back to your card.',
    )
  })

  it('is settled by the sum that was asked for since', async () => {
    const order = await handedOver(market)
    await refundAtProvider(order, 12_000)
    await order.open({ wish: 'PART', wishCents: 7_000 })
    await order.answer({ answer: 'OFFERED', offerCents: 7_000 })
    await order.buyer.claims.acceptOffer({ orderId: order.orderId, offerCents: 7_000 })
    await market.runJobs()
    expect(await order.state()).toBe('PARTLY_REFUNDED')
    expect(await order.refundedCents()).toBe(19_000)
    expect(await order.messages('claim-closed', order.sellerId)).toEqual([
      'The buyer takes your offer for Aurora 12: $70 goes back to them, and $9.50 is yours.',
    ])
  })

  it.each(['REFUND', 'REFUND_PART', 'RETURN', 'RELEASE'] as const)(
    'is decided by an admin with what is left before their eyes: %s',
    async decision => {
      const order = await undecided(market)
      const admin = await market.asAdmin()
      const { leftCents } = await admin.cases.byOrder({ orderId: order.orderId })
      await refundAtProvider(order, 12_000)
      const refundCents = decision === 'REFUND_PART' ? 5_000 : null
      const decide = { orderId: order.orderId, decision, refundCents, reason: 'The pictures show it' }
      await expect(admin.cases.decide({ ...decide, leftCents })).rejects.toMatchObject({
        code: 'CONFLICT',
        message:
          'What is left of the payment has changed since you read the case: it is $80 now. Read it again, and decide.',
      })
      expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', decision: null })
      expect((await admin.cases.byOrder({ orderId: order.orderId })).leftCents).toBe(8_000)
      await admin.cases.decide({ ...decide, leftCents: 8_000 })
      await market.runJobs()
      const back = { REFUND: 20_000, REFUND_PART: 17_000, RETURN: 12_000, RELEASE: 12_000 }
      expect(await order.refundedCents()).toBe(back[decision])
    },
  )
})
