import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimed } from '#claims/testing/claimed-order.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock() })
})
afterAll(() => market.close())

describe('what is open', () => {
  it('is listed by kind, the oldest first, page by page, and counted', async () => {
    const admin = await market.asAdmin()
    const pending = await paidOrder(market, 'pm_card_pendingRefund')
    await pending.refund()
    const disputed = await paidOrder(market, 'pm_card_createDispute')
    const { createRefund } = market.platform.cardPayments
    market.platform.cardPayments.createRefund = () => Promise.reject(new Error('away'))
    const owed = await paidOrder(market)
    await owed.refund()
    market.platform.cardPayments.createRefund = createRefund
    const charge = { chargeId: 'ch_1', intentId: 'pi_1', amountCents: 700, currency: 'usd', cause: 'no-order' }
    await market.database.unmatchedCharge.create({ data: { ...charge, chargedAt: new Date() } })

    const first = await admin.payments.open({ limit: 3 })
    const rest = await admin.payments.open({ limit: 3, cursor: first.nextCursor ?? '' })
    const all = [...first.items, ...rest.items]
    expect(rest.nextCursor).toBeNull()
    expect(all.map(({ since }) => since)).toEqual(all.map(({ since }) => since).toSorted())
    expect(
      Object.fromEntries(all.map(({ kind, paymentId, amountCents, state }) => [kind, [paymentId, amountCents, state]])),
    ).toEqual({
      pending: [pending.paymentId, 20_000, 'PENDING'],
      disputed: [disputed.paymentId, 20_000, 'NEEDS_RESPONSE'],
      owed: [owed.paymentId, 20_000, 'REQUESTED'],
      unmatched: [null, 700, 'WAITING'],
    })
    expect((await admin.payments.open({ kind: 'owed', limit: 9 })).items).toMatchObject([
      { orderId: owed.orderId, productName: 'Aurora 12', buyerName: 'Robin Vale', sellerName: 'Robin Vale' },
    ])
    expect((await admin.payments.summary()).open).toEqual({
      owed: 1,
      failed: 0,
      pending: 1,
      disputed: 1,
      unmatched: 1,
      unclaimed: 0,
    })
  })

  it('refuses the wrong role', async () => {
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.payments.open({ limit: 9 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(caller.payments.summary()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('what the market has lost', () => {
  it('is the part that was refunded of a payment of which a bank took all', async () => {
    const admin = await market.asAdmin()
    const before = (await admin.payments.summary()).lostCents
    const order = await claimed(market, { wish: 'PART', wishCents: 5000 })
    await order.answer({ answer: 'AGREED' })
    await market.runJobs()
    await order.settle()
    const dispute = await market.card.dispute(order.intentId, { amount: 20_000 })
    await order.settle()
    await market.card.bank.decideDispute(dispute, 'lose')
    await order.settle()
    expect((await admin.payments.summary()).lostCents).toBe(before + 5000)
    expect((await market.checkLedger()).join('\n')).toBe('')
  })
})

describe('an order’s money', () => {
  it('is shown to its buyer and its seller, who does not see the transaction, and to no other', async () => {
    const { orderId, buyer, seller, intentId, refund } = await paidOrder(market)
    await refund()
    const seen = await buyer.payments.ofOrder({ orderId })
    expect(seen.payments).toMatchObject([
      {
        transactionId: intentId,
        state: 'REFUNDED',
        owedCents: 0,
        refunds: [{ state: 'SUCCEEDED', amountCents: 20_000, reason: 'It does not charge' }],
        disputes: [],
      },
    ])
    expect((await seller.payments.ofOrder({ orderId })).payments).toMatchObject([{ transactionId: null }])
    const stranger = await market.asBuyer()
    await expect(stranger.payments.ofOrder({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const rival = await market.asSeller()
    await expect(rival.payments.ofOrder({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
