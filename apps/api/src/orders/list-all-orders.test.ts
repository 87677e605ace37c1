import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('overseeing orders', () => {
  it('gives everyone’s, newest first, page by page, without what is between buyer and seller', async () => {
    const admin = await market.asAdmin()
    const placed = []
    for (const minute of [1, 2, 3]) {
      placed.push(await market.order({ placedAt: new Date(Date.UTC(2026, 10, 1, 0, minute)) }))
    }
    const first = await admin.orders.all({ limit: 2 })
    const second = await admin.orders.all({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(order => order.id)).toEqual(placed.map(({ id }) => id).toReversed())
    expect(Object.keys(first.items[0] ?? {})).not.toEqual(expect.arrayContaining(['phone']))
    expect(first.items[0]).toEqual(
      expect.not.objectContaining({ phone: expect.anything(), meetingPlace: expect.anything() }),
    )
    expect((await admin.orders.all({ state: 'PAID' })).items).toEqual([])
  })

  it('says where the money of a refunded order is', async () => {
    const admin = await market.asAdmin()
    const refunded = await market.order({ state: 'REFUNDED', ending: 'REFUNDED_BY_ADMIN', endedAt: new Date() })
    const { id: paymentId } = await market.database.payment.create({
      data: {
        orderId: refunded.id,
        buyerId: refunded.buyerId,
        intentId: 'pi_refunded',
        amountCents: refunded.priceCents,
        state: 'SUCCEEDED',
        receivedAt: new Date(),
      },
    })
    const refund = () =>
      admin.orders.all({ state: 'REFUNDED' }).then(({ items }) => items.map(order => [order.id, order.refund]))
    expect(await refund()).toEqual([[refunded.id, 'done']])
    const { id } = await market.database.refund.create({
      data: { paymentId, amountCents: refunded.priceCents, reason: 'The screen broke' },
    })
    expect(await refund()).toEqual([[refunded.id, 'underway']])
    await market.database.refund.update({
      where: { id },
      data: { state: 'FAILED', failureReason: 'lost_or_stolen_card' },
    })
    expect(await refund()).toEqual([[refunded.id, 'failed']])
    expect((await admin.orders.all({ state: 'PLACED' })).items.map(order => order.refund)).toEqual([null, null, null])
  })

  it('refuses the wrong role', async () => {
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.orders.all({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
