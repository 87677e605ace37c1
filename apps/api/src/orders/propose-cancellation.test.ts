import { ACCOUNT_LIMITS } from '@second-ring/contracts/account-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enforceDeadlines } from '#payments/enforce-deadlines.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const reason = 'I have found another one'

/** A paid order that one side has proposed to cancel. */
async function proposed(by: 'buyer' | 'seller', relist?: boolean) {
  const order = await paidOrder(market)
  const { orderId } = order
  const asked = await order[by].orders.proposeCancellation({ orderId, reason, ...(relist !== undefined && { relist }) })
  const { proposalId } = asked
  const proposal = () => market.database.cancellationProposal.findUniqueOrThrow({ where: { id: proposalId } })
  return { ...order, ...asked, proposal, answer: { orderId, proposalId } }
}

describe('the proposal to cancel a paid order', () => {
  it('is read by the other side with its reason and its time, and mailed', async () => {
    const order = await proposed('buyer')
    const { cancellation, can } = await order.seller.orders.details({ orderId: order.orderId })
    expect(cancellation).toMatchObject({ id: order.proposalId, by: 'buyer', reason, relist: null, dueAt: order.dueAt })
    expect(can).toEqual(expect.arrayContaining(['acceptCancellation', 'declineCancellation']))
    expect((await order.buyer.orders.details({ orderId: order.orderId })).can).toContain('withdrawCancellation')
    const hours = (Date.parse(order.dueAt) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(48)
    expect(await order.notifications(order.sellerId)).toEqual(['cancellation-proposed'])
    const mail = await market.database.mail.findFirst({
      where: { orderId: order.orderId, kind: 'cancellation-proposed' },
    })
    expect(mail).toMatchObject({ userId: order.sellerId })
    expect(mail?.message).not.toContain(reason)
  })

  it('of the buyer, once accepted, gives all of the money back; the phone leaves the market', async () => {
    const order = await proposed('buyer')
    await order.seller.orders.acceptCancellation(order.answer)
    expect(await order.states()).toEqual(['CANCELLED_BY_AGREEMENT', 'REMOVED', 'REFUNDED', 'SUCCEEDED'])
    expect(await order.refundedCents()).toBe(20_000)
    expect(await order.notifications(order.buyerId)).toEqual(['refunded'])
    expect(await order.notifications(order.sellerId)).toEqual(['cancellation-proposed', 'refunded'])
    expect((await order.proposal()).state).toBe('ACCEPTED')
    const { events, cancellation } = await order.buyer.orders.details({ orderId: order.orderId })
    expect(events.map(({ kind, by }) => `${kind} by ${by}`)).toEqual(
      expect.arrayContaining(['cancellation-proposed by buyer', 'cancellation-agreed by seller']),
    )
    expect(cancellation).toBeNull()
  })

  it('leaves the phone for sale when the seller says so, in the proposal or in the answer', async () => {
    const asked = await proposed('buyer')
    await asked.seller.orders.acceptCancellation({ ...asked.answer, relist: true })
    expect((await asked.states())[1]).toBe('AVAILABLE')
    const own = await proposed('seller', true)
    await own.buyer.orders.acceptCancellation(own.answer)
    expect((await own.states())[1]).toBe('AVAILABLE')
  })

  it('leaves what becomes of the phone to the seller alone', async () => {
    const asked = await proposed('buyer', true)
    expect((await asked.proposal()).relist).toBeNull()
    await asked.seller.orders.acceptCancellation(asked.answer)
    expect((await asked.states())[1]).toBe('REMOVED')
    const own = await proposed('seller')
    await own.buyer.orders.acceptCancellation({ ...own.answer, relist: true })
    expect((await own.states())[1]).toBe('REMOVED')
  })

  it('is declined or withdrawn, and the order goes on', async () => {
    const declined = await proposed('seller')
    await declined.buyer.orders.declineCancellation(declined.answer)
    expect(await declined.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    expect(await declined.notifications(declined.sellerId)).toEqual(['cancellation-answered'])
    await expect(declined.buyer.orders.acceptCancellation(declined.answer)).rejects.toMatchObject({ code: 'CONFLICT' })
    const withdrawn = await proposed('seller')
    await withdrawn.seller.orders.withdrawCancellation(withdrawn.answer)
    await expect(withdrawn.buyer.orders.acceptCancellation(withdrawn.answer)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    // The way is free for another.
    await withdrawn.buyer.orders.proposeCancellation({ orderId: withdrawn.orderId, reason })
  })

  it('is made a number of times by each side of an order, withdrawn and declined ones included', async () => {
    const order = await proposed('buyer')
    const { orderId } = order
    const most = ACCOUNT_LIMITS.cancellationProposals.most.proven
    await order.buyer.orders.withdrawCancellation(order.answer)
    for (let count = 2; count <= most; count += 1) {
      const { proposalId } = await order.buyer.orders.proposeCancellation({ orderId, reason })
      await order.seller.orders.declineCancellation({ orderId, proposalId })
    }
    await expect(order.buyer.orders.proposeCancellation({ orderId, reason })).rejects.toMatchObject({
      cause: { code: 'LIMIT_REACHED' },
      message:
        'You have proposed 3 times to cancel this order, the most in one order. Write a note to the other side instead.',
    })
    expect(await order.notifications(order.sellerId)).toEqual(['cancellation-proposed'])
    expect(await order.notifications(order.buyerId)).toEqual(['cancellation-answered'])
    await order.seller.orders.proposeCancellation({ orderId, reason })
    const other = await proposed('buyer')
    expect(await other.notifications(other.sellerId)).toEqual(['cancellation-proposed'])
  })

  it('is one at a time', async () => {
    const order = await proposed('buyer')
    const { orderId } = order
    await expect(order.buyer.orders.proposeCancellation({ orderId, reason })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(order.seller.orders.proposeCancellation({ orderId, reason })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('is a no after 48 hours of silence, also before the job has run', async () => {
    const order = await proposed('buyer')
    await market.timePasses({ hours: 49 })
    await expect(order.seller.orders.acceptCancellation(order.answer)).rejects.toMatchObject({ code: 'CONFLICT' })
    for (let again = 0; again < 2; again += 1) await enforceDeadlines(market.platform)
    expect((await order.proposal()).state).toBe('DECLINED')
    expect(await order.notifications(order.buyerId)).toEqual(['cancellation-answered'])
    const other = await proposed('buyer')
    await market.timePasses({ hours: 49 })
    await other.seller.orders.proposeCancellation({ orderId: other.orderId, reason })
  })

  it('is reminded of once, twelve hours before', async () => {
    const order = await proposed('buyer')
    await market.timePasses({ hours: 37 })
    for (let again = 0; again < 2; again += 1) await enforceDeadlines(market.platform)
    expect(await order.notifications(order.sellerId)).toEqual(['cancellation-proposed', 'reminder'])
    expect(await order.notifications(order.buyerId)).toEqual([])
  })

  it('is accepted once, however often and by however many it is', async () => {
    const order = await proposed('buyer')
    const accept = () => order.seller.orders.acceptCancellation(order.answer)
    const done = await Promise.allSettled([accept(), accept(), accept()])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await order.refundedCents()).toBe(20_000)
  })

  it('is not for who made it, for a stranger, nor for an admin', async () => {
    const order = await proposed('buyer')
    await expect(order.buyer.orders.acceptCancellation(order.answer)).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id } = await market.user({ role: 'SELLER' })
    const admin = await market.asAdmin()
    for (const other of [market.as(id), admin]) {
      await expect(other.orders.acceptCancellation(order.answer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(other.orders.declineCancellation(order.answer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const proposing = other.orders.proposeCancellation({ orderId: order.orderId, reason })
      await expect(proposing).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('is over with the handover', async () => {
    const order = await proposed('buyer')
    await order.buyer.orders.confirmHandover({ orderId: order.orderId })
    await expect(order.seller.orders.acceptCancellation(order.answer)).rejects.toMatchObject({
      message: 'Only a paid order that is not handed over yet can be cancelled by agreement.',
    })
    await market.timePasses({ hours: 49 })
    await enforceDeadlines(market.platform)
    expect(await order.notifications(order.buyerId)).not.toContain('cancellation-answered')
  })
})
