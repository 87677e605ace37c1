import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enforceDeadlines } from '#payments/enforce-deadlines.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'

let market: Market
let adminId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  adminId = (await market.user({ role: 'ADMIN' })).id
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const text = 'I waited for an hour'
/** Nobody but the buyer has said so of a seller who was silent. */
const why = {
  admitted: 'The seller did not come to the meeting',
  unanswered: 'The buyer says that the seller did not come to the meeting, and the seller did not answer in time',
}

/** A paid order whose two agreed to meet in an hour. */
async function toMeet() {
  const order = await paidOrder(market)
  const meeting = {
    orderId: order.orderId,
    meetingPlace: 'Cafe',
    meetingTime: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const { proposalId } = await order.buyer.orders.proposeMeeting(meeting)
  await order.seller.orders.acceptProposal({ orderId: order.orderId, proposalId })
  const kinds = async (userId: string) =>
    (await order.notifications(userId)).filter(kind => !kind.startsWith('meeting-'))
  return {
    ...order,
    kinds,
    report: () => market.database.noShowReport.findFirst({ where: { orderId: order.orderId } }),
  }
}

async function reported(by: 'buyer' | 'seller') {
  const order = await toMeet()
  await market.timePasses({ hours: 2 })
  const { answerDueAt } = await order[by].orders.reportNoShow({ orderId: order.orderId, text })
  return { ...order, answerDueAt }
}

describe('a meeting to which one side did not come', () => {
  it('is reported once its time has passed, and not before', async () => {
    const order = await toMeet()
    const { orderId } = order
    const report = () => order.buyer.orders.reportNoShow({ orderId, text })
    await expect(report()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('has not passed'),
    })
    expect((await order.buyer.orders.details({ orderId })).can).not.toContain('reportNoShow')
    await market.timePasses({ hours: 2 })
    expect((await order.buyer.orders.details({ orderId })).can).toContain('reportNoShow')
    const { answerDueAt } = await report()
    expect(Math.round((Date.parse(answerDueAt) - Date.now()) / 3_600_000)).toBe(24)
    const { noShows, can } = await order.seller.orders.details({ orderId })
    expect(noShows).toMatchObject([{ by: 'buyer', text, state: 'OPEN', answerDueAt, answer: null }])
    expect(can).toEqual(expect.arrayContaining(['admitNoShow', 'denyNoShow', 'handOver']))
    expect(await order.kinds(order.sellerId)).toEqual(['no-show-reported'])
  })

  it('is not reported of an order whose two agreed on no time', async () => {
    const { buyer, orderId } = await paidOrder(market)
    await expect(buyer.orders.reportNoShow({ orderId, text })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it.each([
    ['buyer', 'seller', 'SELLER_NO_SHOW', 'REMOVED'],
    ['seller', 'buyer', 'BUYER_NO_SHOW', 'AVAILABLE'],
  ] as const)('reported by the %s and admitted by the %s gives the money back', async (by, other, ending, phone) => {
    const order = await reported(by)
    await expect(order[by].orders.admitNoShow({ orderId: order.orderId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await order[other].orders.admitNoShow({ orderId: order.orderId })
    expect(await order.states()).toEqual([ending, phone, 'REFUNDED', 'SUCCEEDED'])
    expect(await order.refundedCents()).toBe(20_000)
    expect((await order.report())?.state).toBe('ADMITTED')
    expect(await order.kinds(order.buyerId)).toContain('refunded')
    expect(await order.kinds(order.sellerId)).toContain('refunded')
  })

  it.each([
    ['buyer', 'seller'],
    ['seller', 'buyer'],
  ] as const)(
    'reported by the %s and denied by the %s leaves the order: both and the admins read it',
    async (by, other) => {
      const order = await reported(by)
      const { orderId } = order
      await order[other].orders.denyNoShow({ orderId, text: 'I was there' })
      expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
      for (const reader of [order.buyer, order.seller, market.as(adminId)]) {
        const { noShows } = await reader.orders.details({ orderId })
        expect(noShows).toMatchObject([{ by, text, state: 'DENIED', answer: 'I was there' }])
      }
      expect(await order.kinds(adminId)).toEqual(['no-show-answered'])
      await expect(order[by].orders.reportNoShow({ orderId, text })).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(order[other].orders.denyNoShow({ orderId, text })).rejects.toMatchObject({ code: 'CONFLICT' })
      // The other side may have waited too, and an admin refunds as ever.
      await order[other].orders.reportNoShow({ orderId, text: 'It was you' })
      await order[by].orders.denyNoShow({ orderId, text: 'No' })
      const { noShows } = await order[by].orders.details({ orderId })
      const answers = noShows.map(report => [report.by, report.state, report.answer])
      expect(answers.toSorted()).toEqual(
        [
          [by, 'DENIED', 'I was there'],
          [other, 'DENIED', 'No'],
        ].toSorted(),
      )
      await market.as(adminId).payments.refund({ orderId, reason: 'They do not meet', relist: true })
      expect((await order.states())[0]).toBe('REFUNDED_BY_ADMIN')
    },
  )

  it('that the seller does not answer gives the money back after 24 hours', async () => {
    const order = await reported('buyer')
    await market.timePasses({ hours: 25 })
    const { orderId } = order
    await expect(order.seller.orders.denyNoShow({ orderId, text })).rejects.toMatchObject({ code: 'CONFLICT' })
    for (let again = 0; again < 2; again += 1) await enforceDeadlines(market.platform)
    await market.runJobs()
    expect(await order.states()).toEqual(['SELLER_NO_SHOW', 'REMOVED', 'REFUNDED', 'SUCCEEDED'])
    expect(await order.refundedCents()).toBe(20_000)
    expect((await order.report())?.state).toBe('UNANSWERED')
  })

  it.each(['admitted', 'unanswered'] as const)(
    'takes the phone of a seller off the market, %s: nobody books it before they post it again',
    async how => {
      const order = await reported('buyer')
      const { orderId, listingId, seller, sellerId } = order
      const next = await market.asBuyer()
      if (how === 'admitted') await seller.orders.admitNoShow({ orderId })
      else await market.timePasses({ hours: 25 })
      await enforceDeadlines(market.platform)
      const wanted = { listingId, phone: '555 0100', meetingPlace: 'Pier', expectedPriceCents: 20_000 }
      await expect(next.orders.place(wanted)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|CONFLICT/),
      })
      await expect(market.anonymous().listings.get({ listingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const notices = await market.database.notice.findMany({ where: { userId: sellerId, orderId, kind: 'refunded' } })
      expect(notices.map(({ message }) => message)).toEqual([
        `${why[how]}. The payment for Aurora 12 goes back to the buyer, and the phone has left the market. If you still sell it, post it again: Add a product, on your dashboard.`,
      ])
      expect((await order.buyer.orders.details({ orderId })).endReason).toBe(why[how])
      expect((await market.database.refund.findFirst({ where: { payment: { orderId } } }))?.reason).toBe(why[how])
    },
  )

  it.each(['buyer', 'seller'] as const)(
    'by the %s gives the other its 24 hours, and a day for the handover after them, however near its end was',
    async by => {
      const order = await toMeet()
      const { orderId } = order
      await market.timePasses({ hours: 2 })
      const handoverDueAt = new Date(Date.now() + 60_000)
      await market.database.order.update({ where: { id: orderId }, data: { handoverDueAt } })
      await order[by].orders.reportNoShow({ orderId, text })
      await market.timePasses({ hours: 23 })
      await enforceDeadlines(market.platform)
      const other = by === 'buyer' ? order.seller : order.buyer
      await other.orders.denyNoShow({ orderId, text: 'I was there' })
      await market.timePasses({ hours: 24 })
      await enforceDeadlines(market.platform)
      expect((await order.states())[0]).toBe('PAID')
      await market.timePasses({ hours: 2 })
      await enforceDeadlines(market.platform)
      expect((await order.states())[0]).toBe('HANDOVER_MISSED')
    },
  )

  it('is not cut short by the end of the time for the handover', async () => {
    const order = await reported('buyer')
    const handoverDueAt = new Date(Date.now() - 1000)
    await market.database.order.update({ where: { id: order.orderId }, data: { handoverDueAt } })
    await enforceDeadlines(market.platform)
    expect((await order.states())[0]).toBe('PAID')
  })

  it('that the buyer does not answer leaves the order until its time for the handover, and both are reminded', async () => {
    const order = await reported('seller')
    await market.timePasses({ hours: 25 })
    for (let again = 0; again < 2; again += 1) await enforceDeadlines(market.platform)
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    expect((await order.report())?.state).toBe('UNANSWERED')
    expect(await order.kinds(order.buyerId)).toEqual(['no-show-answered', 'no-show-reported'])
    expect(await order.kinds(order.sellerId)).toEqual(['no-show-answered'])
    await market.timePasses({ hours: 14 * 24 })
    await enforceDeadlines(market.platform)
    expect((await order.states())[0]).toBe('HANDOVER_MISSED')
  })

  it('is reminded of once, six hours before', async () => {
    const order = await reported('buyer')
    await market.timePasses({ hours: 19 })
    for (let again = 0; again < 2; again += 1) await enforceDeadlines(market.platform)
    expect(await order.kinds(order.sellerId)).toEqual(['no-show-reported', 'reminder'])
    expect(await order.kinds(order.buyerId)).toEqual([])
  })

  it('is over when they meet after all', async () => {
    const order = await reported('buyer')
    const { handoverCode } = await order.buyer.orders.details({ orderId: order.orderId })
    await order.seller.orders.handOver({ orderId: order.orderId, code: handoverCode ?? '' })
    await market.timePasses({ hours: 25 })
    await enforceDeadlines(market.platform)
    expect((await order.states())[0]).toBe('HANDED_OVER')
    expect((await order.report())?.state).toBe('UNANSWERED')
    expect(await order.kinds(order.buyerId)).not.toContain('no-show-answered')
  })

  it('waits for the bank that holds the money', async () => {
    const order = await reported('buyer')
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    await market.timePasses({ hours: 25 })
    await enforceDeadlines(market.platform)
    expect((await order.states())[0]).toBe('PAID')
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
    await enforceDeadlines(market.platform)
    expect((await order.states())[0]).toBe('SELLER_NO_SHOW')
  })

  it('is refused to strangers and admins', async () => {
    const order = await reported('buyer')
    const { orderId } = order
    const { id } = await market.user({ role: 'SELLER' })
    for (const other of [market.as(id), market.as(adminId)]) {
      await expect(other.orders.reportNoShow({ orderId, text })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(other.orders.admitNoShow({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(other.orders.denyNoShow({ orderId, text })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('is refunded once, though both answer and the time is over at once', async () => {
    const order = await reported('buyer')
    const { orderId } = order
    await market.database.$executeRaw`
      UPDATE no_show_reports SET answer_due_at = now() WHERE order_id = ${orderId}::uuid`
    const admit = () => order.seller.orders.admitNoShow({ orderId })
    await Promise.allSettled([admit(), admit(), enforceDeadlines(market.platform), enforceDeadlines(market.platform)])
    await market.runJobs()
    expect(await order.states()).toEqual(['SELLER_NO_SHOW', 'REMOVED', 'REFUNDED', 'SUCCEEDED'])
    expect(await order.refundedCents()).toBe(20_000)
  })
})
