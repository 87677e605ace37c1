import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

describe('the events of a dispute that was lost and is won on appeal', () => {
  it('A328 move its money once, whatever of them is doubled, lost, late by days or in another order', async () => {
    const { id: orderId, buyerId } = await market.order()
    const buyer = market.as(buyerId)
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    const intentId = await market.card.pay(clientSecret)
    const { paymentId } = await buyer.payments.confirm({ orderId, transactionId: intentId })
    await buyer.orders.confirmHandover({ orderId })
    await buyer.orders.acceptPhone({ orderId })
    const dispute = await market.card.dispute(intentId)
    await market.card.bank.decideDispute(dispute, 'lose')
    const ofTheLoss = await market.eventsOf(intentId)
    for (const event of ofTheLoss) await event.deliver()
    await market.card.bank.decideDispute(dispute, 'appeal')
    const all = await market.eventsOf(intentId)
    // The last first, all twice and at once, and those of the loss once more at the end.
    await Promise.all(all.toReversed().flatMap(event => [event.deliver(), event.deliver()]))
    for (const event of [...all.toReversed(), ...ofTheLoss]) await event.deliver()
    await market.runJobs()
    const postings = await market.database.ledgerTransaction.findMany({
      where: { paymentId, act: { in: ['DISPUTE_LOST', 'DISPUTE_WON'] } },
      orderBy: { id: 'asc' },
    })
    expect(postings.map(({ act }) => act)).toEqual(['DISPUTE_LOST', 'DISPUTE_WON'])
    const row = await market.database.dispute.findFirstOrThrow({ where: { paymentId } })
    expect([row.state, (await buyer.orders.byId({ orderId })).state]).toEqual(['WON', 'RELEASED'])
    expect((await market.checkLedger()).join('\n')).toBe('')
  })
})
