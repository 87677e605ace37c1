import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidOrder } from '#payments/testing/paid-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

/** A paid order, and what the lists of its two sides say of it. */
async function listed() {
  const order = await paidOrder(market)
  const rows = async () => {
    const [mine] = (await order.buyer.orders.mine({})).items
    const [post] = (await order.seller.listings.mine({})).items
    return [mine, post?.booking]
  }
  return { ...order, rows }
}
const both = (row: Record<string, unknown>) => [expect.objectContaining(row), expect.objectContaining(row)]
const nothing = { disputed: false, moneyHeld: false, codeUsedUp: false, cancellation: null, meetingProposedBy: null }

describe('the lists of both sides say of a paid order', () => {
  it('until when it is to be handed over, and that nothing else waits', async () => {
    const { orderId, rows, buyer } = await listed()
    const { handoverDueAt } = await buyer.orders.details({ orderId })
    expect(await rows()).toEqual(both({ ...nothing, stage: 'PAID', dueAt: handoverDueAt }))
  })

  it('that a bank disputes its payment, before the handover and after it, until that is decided', async () => {
    const before = await listed()
    const disputeId = await market.card.dispute(before.intentId)
    await before.settle()
    expect(await before.rows()).toEqual(both({ stage: 'PAID', disputed: true, moneyHeld: true }))
    await market.card.bank.decideDispute(disputeId, 'win')
    await before.settle()
    expect(await before.rows()).toEqual(both({ stage: 'PAID', disputed: false }))

    const after = await listed()
    await after.buyer.orders.confirmHandover({ orderId: after.orderId })
    await market.card.dispute(after.intentId)
    await after.settle()
    expect(await after.rows()).toEqual(both({ stage: 'HANDED_OVER', disputed: true }))
  })

  it('that a bank only asks about it, so that it can be refunded, as the order’s page says', async () => {
    const { orderId, rows, seller, ...order } = await listed()
    await market.card.dispute(order.intentId, { status: 'warning_needs_response' })
    await order.settle()
    expect(await rows()).toEqual(both({ stage: 'PAID', disputed: true, moneyHeld: false }))
    expect((await seller.orders.details({ orderId })).can).toContain('refund')
  })

  it('that the seller says they handed it over, and until when the buyer can answer', async () => {
    const { orderId, rows, seller } = await listed()
    const { answerDueAt } = await seller.orders.claimHandover({ orderId })
    expect(await rows()).toEqual(both({ ...nothing, stage: 'HANDOVER_CLAIMED', dueAt: answerDueAt }))
  })

  it('whose proposal to cancel it is open and until when, and of a silent one nothing', async () => {
    const { orderId, rows, seller } = await listed()
    const reason = 'I keep it'
    const { dueAt } = await seller.orders.proposeCancellation({ orderId, reason, relist: true })
    expect(await rows()).toEqual(both({ ...nothing, cancellation: { by: 'seller', dueAt } }))
    await market.timePasses({ hours: 49 })
    expect(await rows()).toEqual(both(nothing))
  })

  it('whose meeting is proposed until the other side has answered', async () => {
    const { orderId, rows, buyer, seller } = await listed()
    const meeting = { meetingPlace: 'Pier', meetingTime: null }
    const { proposalId } = await buyer.orders.proposeMeeting({ orderId, ...meeting })
    expect(await rows()).toEqual(both({ ...nothing, meetingProposedBy: 'buyer' }))
    await seller.orders.declineProposal({ orderId, proposalId })
    expect(await rows()).toEqual(both(nothing))
  })

  it('who is said not to have come, and until when they can answer', async () => {
    const { orderId, rows, buyer, seller } = await listed()
    const meetingTime = new Date(Date.now() + 3_600_000).toISOString()
    const { proposalId } = await buyer.orders.proposeMeeting({ orderId, meetingPlace: 'Pier', meetingTime })
    await seller.orders.acceptProposal({ orderId, proposalId })
    await market.timePasses({ hours: 2 })
    const { answerDueAt } = await seller.orders.reportNoShow({ orderId, text: 'Nobody came' })
    expect(await rows()).toEqual(both({ ...nothing, stage: 'NO_SHOW_OF_BUYER', dueAt: answerDueAt }))
  })
})
