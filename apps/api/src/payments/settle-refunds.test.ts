import { DomainError } from '@second-ring/contracts/errors'
import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { endOrderRow } from './testing/end-order-row.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
let adminId: string
beforeAll(async () => {
  // What becomes of a refund by itself waits for the test.
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock() })
  adminId = (await market.user({ role: 'ADMIN' })).id
})
afterAll(() => market.close())
afterEach(async () => expect((await market.checkLedger()).join('\n')).toBe(''))

describe('a refund that somebody makes at the provider', () => {
  it('in part has a row, both sides are notified, and the order stays; the rest of it ends the order', async () => {
    const order = await paidOrder(market)
    await market.card.refund(order.intentId, 5000)
    await Promise.all([order.settle(), order.settle(), order.settle()])
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'SUCCEEDED'])
    expect([await order.notifications(order.buyerId), await order.notifications(order.sellerId)]).toEqual([
      ['refund-partial'],
      ['refund-partial'],
    ])
    await market.card.refund(order.intentId)
    await order.settle()
    await order.settle()
    expect(await order.states()).toEqual(['REFUNDED_AT_PROVIDER', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'SUCCEEDED'])
    expect(await order.notifications(order.buyerId)).toEqual(['refund-partial', 'refunded'])
  })

  it('of a phone that was handed over leaves the order, and both sides are notified once', async () => {
    const order = await paidOrder(market)
    await endOrderRow(market.database, order.orderId, { state: 'HANDED_OVER' })
    await market.card.refund(order.intentId)
    await order.settle()
    await order.settle()
    expect(await order.states()).toEqual(['HANDED_OVER', 'SOLD', 'REFUNDED', 'SUCCEEDED'])
    expect([await order.notifications(order.buyerId), await order.notifications(order.sellerId)]).toEqual([
      ['refunded'],
      ['refunded'],
    ])
  })

  it('and that the bank sends back leaves the money with the sale, as the seller is told', async () => {
    const order = await paidOrder(market)
    const { orderId } = order
    await order.buyer.orders.confirmHandover({ orderId })
    await market.card.refund(order.intentId)
    await order.settle()
    const refund = await market.database.refund.findFirstOrThrow({ where: { payment: { orderId } } })
    await market.card.bank.failRefund(refund.providerId ?? '')
    await order.settle()
    const notices = await market.database.notice.findMany({ where: { userId: order.sellerId, kind: 'refund-failed' } })
    const said = expect.stringContaining('to the buyer failed. That money stays with the sale.')
    expect(notices.map(({ message }) => message)).toEqual([said])
  })

  it('in part leaves the rest to the seller, however late it is reported', async () => {
    const order = await paidOrder(market)
    await market.card.refund(order.intentId, 5000)
    await order.refund()
    await market.runJobs()
    // The promise of everything gave way to one of what was left.
    expect(await order.states()).toEqual([
      'REFUNDED_BY_SELLER',
      'REMOVED',
      'REFUNDED',
      'FAILED',
      'SUCCEEDED',
      'SUCCEEDED',
    ])
    expect(await order.refundedCents()).toBe(20_000)
    expect(await order.notifications(order.buyerId)).toEqual(['refunded'])
  })
})

describe('a refund that ends later', () => {
  it('is pending until the provider says more, and checked until it does', async () => {
    const order = await paidOrder(market, 'pm_card_pendingRefund')
    await order.refund()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'SUCCEEDED', 'PENDING'])
    const [refund] = await market.card.refunds(order.intentId)
    await market.card.bank.succeedRefund(refund?.id ?? '')
    await market.timePasses({ hours: 400 * 24 })
    await reconcilePayments(market.platform)
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'REFUNDED', 'SUCCEEDED'])
    expect(await order.notifications(order.buyerId)).toEqual(['refunded'])
    // Of the phones that were handed over above.
    await releaseDueMoney(market.platform)
  })

  it('and fails after it had succeeded notifies, and is retried after an hour', async () => {
    const order = await paidOrder(market)
    await order.refund()
    const [refund] = await market.card.refunds(order.intentId)
    await market.card.bank.failRefund(refund?.id ?? '', 'expired_or_canceled_card')
    await Promise.all([order.settle(), order.settle(), order.settle()])
    await market.runJobs()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'SUCCEEDED', 'FAILED', 'REQUESTED'])
    expect(await order.notifications(order.buyerId)).toEqual(['refund-failed', 'refunded'])
    expect(await order.notifications(adminId)).toEqual(['refund-failed'])
    const [{ message } = { message: '' }] = await market.database.notice.findMany({
      where: { userId: adminId, orderId: order.orderId },
    })
    expect(message).toBe(
      'A refund of $200 for Aurora 12 failed: the card has expired or was cancelled. It is tried again.',
    )
    await market.timePasses({ hours: 59 / 60 })
    await reconcilePayments(market.platform)
    expect((await order.states()).at(-1)).toBe('REQUESTED')
    await market.timePasses({ hours: 2 / 60 })
    await Promise.all([reconcilePayments(market.platform), reconcilePayments(market.platform)])
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'REFUNDED', 'FAILED', 'SUCCEEDED'])
    expect(await order.refundedCents()).toBe(20_000)
  })

  it('and fails again and again is retried after 1, 6 and 24 hours, then waits for an admin', async () => {
    const order = await paidOrder(market)
    const admin = market.as(adminId)
    await order.refund()
    const failLatest = async () => {
      const [refund] = await market.card.refunds(order.intentId)
      await market.card.bank.failRefund(refund?.id ?? '')
      await order.settle()
    }
    for (const hours of [1, 6, 24]) {
      await failLatest()
      await market.timePasses({ hours })
      await market.timePasses({ hours: 1 / 60 })
      await reconcilePayments(market.platform)
    }
    await failLatest()
    await market.timePasses({ hours: 30 * 24 })
    await market.runJobs()
    expect((await order.states()).slice(2)).toEqual(['SUCCEEDED', 'FAILED', 'FAILED', 'FAILED', 'FAILED'])
    expect((await admin.payments.open({ kind: 'failed', limit: 9 })).items).toMatchObject([
      { paymentId: order.paymentId, amountCents: 20_000, state: 'FAILED', orderId: order.orderId },
    ])
    const request = () => admin.payments.askRefundAgain({ paymentId: order.paymentId })
    await request()
    expect((await order.states()).slice(2)).toEqual(['REFUNDED', 'FAILED', 'FAILED', 'FAILED', 'FAILED', 'SUCCEEDED'])
    await expect(request()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await market.database.auditEntry.count({ where: { action: 'payment.ask-refund' } })).toBe(1)
  })

  it('is an admin’s alone to retry', async () => {
    const { paymentId, buyer, seller } = await paidOrder(market)
    await expect(buyer.payments.askRefundAgain({ paymentId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(seller.payments.askRefundAgain({ paymentId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(market.as(adminId).payments.askRefundAgain({ paymentId })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('no more goes back than was paid', () => {
  it('when seller, admin and jobs request it eight times at once', async () => {
    const order = await paidOrder(market)
    const request = (by: typeof order.seller) =>
      by.payments.refund({ orderId: order.orderId, reason: 'Broken', relist: false }).catch(() => null)
    const requests = [...Array(4).keys()].flatMap(() => [request(order.seller), request(market.as(adminId))])
    const answers = await Promise.all([...requests, reconcilePayments(market.platform), market.runJobs()])
    expect(answers.filter(answer => answer !== null && answer !== undefined)).toHaveLength(1)
    expect((await order.states()).slice(2)).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(await market.card.refunds(order.intentId)).toHaveLength(1)
    expect(await order.notifications(order.buyerId)).toEqual(['refunded'])
  })

  it('when the provider’s answer is lost after the effect, also a day later, when it has forgotten the key', async () => {
    const order = await paidOrder(market, 'pm_card_pendingRefund')
    const { cardPayments } = market.platform
    const { createRefund } = cardPayments
    cardPayments.createRefund = async of => {
      await createRefund(of)
      throw new DomainError('PROVIDER_UNAVAILABLE', 'The answer was lost.')
    }
    await order.refund()
    cardPayments.createRefund = createRefund
    expect((await order.states()).at(-1)).toBe('REQUESTED')
    await market.card.bank.advanceClock(25 * 3600)
    await market.timePasses({ hours: 25 })
    await market.runJobs()
    expect((await order.states()).slice(2)).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(await market.card.refunds(order.intentId)).toHaveLength(1)
  })

  it('when an answer comes that is older than the next', async () => {
    const order = await paidOrder(market)
    await order.refund()
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    const before = await retrieveIntent(order.intentId)
    const [refund] = await market.card.refunds(order.intentId)
    await market.card.bank.failRefund(refund?.id ?? '')
    await order.settle()
    cardPayments.retrieveIntent = async () => before
    await order.settle()
    cardPayments.retrieveIntent = retrieveIntent
    expect((await order.states()).slice(2)).toEqual(['SUCCEEDED', 'FAILED', 'REQUESTED'])
  })
})

describe('what is owed', () => {
  it('is promised by the reconciler where the promise was lost, once', async () => {
    const order = await paidOrder(market)
    const { createRefund } = market.platform.cardPayments
    market.platform.cardPayments.createRefund = () => Promise.reject(new Error('away'))
    await order.refund()
    market.platform.cardPayments.createRefund = createRefund
    await market.database.refund.deleteMany({ where: { paymentId: order.paymentId } })
    await market.database.$executeRaw`DELETE FROM pgboss.job WHERE name = 'payments.refund'`
    await Promise.all([reconcilePayments(market.platform), reconcilePayments(market.platform)])
    await market.runJobs()
    expect((await order.states()).slice(2)).toEqual(['REFUNDED', 'SUCCEEDED'])
  })

  it('of a payment that the provider does not know has failed at once, notified once, and no job goes on', async () => {
    const order = await paidOrder(market)
    await market.database.payment.update({ where: { id: order.paymentId }, data: { intentId: 'pi_demo_0001' } })
    await order.refund()
    await market.timePasses({ hours: 30 * 24 })
    await market.runJobs()
    await market.runJobs()
    const refund = await market.database.refund.findFirstOrThrow({ where: { paymentId: order.paymentId } })
    expect(refund).toMatchObject({ state: 'FAILED', failureReason: 'resource_missing' })
    expect(await market.database.refund.count({ where: { paymentId: order.paymentId } })).toBe(1)
    expect(await order.notifications(order.buyerId)).toEqual(['refund-failed', 'refunded'])
    await market.database.payment.update({ where: { id: order.paymentId }, data: { intentId: order.intentId } })
    await market.as(adminId).payments.askRefundAgain({ paymentId: order.paymentId })
    expect((await order.states()).slice(2)).toEqual(['REFUNDED', 'FAILED', 'SUCCEEDED'])
  })
})
