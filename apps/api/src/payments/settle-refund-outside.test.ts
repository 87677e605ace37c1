import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from './reconcile-payments.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
let adminId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock() })
  adminId = (await market.user({ role: 'ADMIN' })).id
})
afterAll(() => market.close())
afterEach(async () => expect((await market.checkLedger()).join('\n')).toBe(''))

const note = 'By bank transfer on 23 November'

/** A refunded order whose refund the bank has sent back: it is tried again in an hour. */
async function failing() {
  const order = await paidOrder(market)
  await order.refund()
  const fail = async () => {
    const [refund] = await market.card.refunds(order.intentId)
    await market.card.bank.failRefund(refund?.id ?? '', 'expired_or_canceled_card')
    await order.settle()
  }
  await fail()
  const admin = market.as(adminId)
  const { paymentId, orderId, buyerId } = order
  return {
    ...order,
    admin,
    fail,
    settleOutside: () => admin.payments.settleRefundOutside({ paymentId, note }),
    retry: () => admin.payments.askRefundAgain({ paymentId }),
    messages: async (userId = buyerId) => {
      const kind = { in: ['refunded', 'refund-failed'] }
      const notices = await market.database.notice.findMany({
        where: { userId, orderId, kind },
        orderBy: { id: 'asc' },
      })
      return notices.map(({ message }) => message)
    },
    receipt: async () => (await market.as(buyerId).payments.ofOrder({ orderId })).payments[0],
    history: async () =>
      (await market.as(buyerId).orders.details({ orderId })).events
        .filter(({ kind }) => kind.startsWith('refund-'))
        .map(({ kind, by, reason }) => [kind, by, reason]),
  }
}

describe('a refund that failed', () => {
  it('is settled outside the provider by an admin, once: nothing is owed, and the buyer is notified how', async () => {
    const order = await failing()
    const [first, again] = [await order.settleOutside(), await order.settleOutside()]
    expect(again).toEqual(first)
    expect((await order.states()).slice(2)).toEqual(['SUCCEEDED', 'FAILED', 'SETTLED_OUTSIDE'])
    expect((await order.messages()).filter(message => message.includes('another way'))).toEqual([
      `Your money was paid back another way. An admin wrote: “${note}”`,
    ])
    const entries = { where: { action: 'payment.settle-outside', subjectId: order.paymentId } }
    expect(await market.database.auditEntry.findMany(entries)).toMatchObject([{ actorId: adminId, reason: note }])
    await market.timePasses({ hours: 48 })
    await reconcilePayments(market.platform)
    await market.runJobs()
    expect(await order.refundedCents()).toBe(0)
    expect(await order.receipt()).toMatchObject({ owedCents: 0, refunds: [{ state: 'SETTLED_OUTSIDE', reason: note }] })
    expect(await order.history()).toEqual([['refund-settled-outside', 'admin', note]])
    expect((await order.buyer.orders.details({ orderId: order.orderId })).refund).toBe('done')
    expect((await order.admin.payments.open({ limit: 9 })).items).toEqual([])
    await expect(order.retry()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is settled outside also when it is not tried again by itself', async () => {
    const order = await failing()
    for (const hours of [1, 6, 24]) {
      await market.timePasses({ hours: hours + 1 / 60 })
      await reconcilePayments(market.platform)
      await order.fail()
    }
    await Promise.all([order.settleOutside(), order.settleOutside(), order.settleOutside()])
    expect((await order.states()).slice(2)).toEqual([
      'SUCCEEDED',
      ...Array.from({ length: 4 }, () => 'FAILED'),
      'SETTLED_OUTSIDE',
    ])
  })

  it('is no more than what is still owed', async () => {
    const order = await failing()
    await market.card.refund(order.intentId, 5000)
    await order.settle()
    await order.settleOutside()
    const settled = { paymentId: order.paymentId, state: 'SETTLED_OUTSIDE' } as const
    expect(await market.database.refund.findMany({ where: settled })).toMatchObject([{ amountCents: 15_000 }])
  })

  it('that is being sent, is pending, has succeeded or was never due is not settled outside', async () => {
    const conflict = { code: 'CONFLICT' }
    const order = await failing()
    const { createRefund } = market.platform.cardPayments
    market.platform.cardPayments.createRefund = () => Promise.reject(new Error('away'))
    await order.retry()
    await expect(order.settleOutside()).rejects.toMatchObject(conflict)
    market.platform.cardPayments.createRefund = createRefund
    await market.runJobs()
    expect(await order.refundedCents()).toBe(20_000)
    await expect(order.settleOutside()).rejects.toMatchObject(conflict)
    const pending = await paidOrder(market, 'pm_card_pendingRefund')
    const settle = () => order.admin.payments.settleRefundOutside({ paymentId: pending.paymentId, note })
    await expect(settle()).rejects.toMatchObject(conflict)
    await pending.refund()
    await expect(settle()).rejects.toMatchObject(conflict)
  })

  it('is an admin’s alone to settle outside, with a note', async () => {
    const { paymentId, buyer, seller, admin, retry } = await failing()
    for (const caller of [buyer, seller]) {
      await expect(caller.payments.settleRefundOutside({ paymentId, note })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    }
    for (const odd of ['', 'ab', 'x'.repeat(501)]) {
      const settling = admin.payments.settleRefundOutside({ paymentId, note: odd })
      await expect(settling).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const unknown = '0190a000-0000-7000-8000-00000000000a'
    const settling = admin.payments.settleRefundOutside({ paymentId: unknown, note })
    await expect(settling).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await retry()
  })

  it('has one line in the receipt and in the history, and one notification, however often it is called', async () => {
    const order = await failing()
    const shown = async () => [
      (await order.receipt())?.refunds.map(({ state }) => state),
      await order.history(),
      (await order.messages()).length,
      (await order.messages(adminId)).length,
    ]
    const failed = ['refund-failed', 'bank', 'expired_or_canceled_card']
    expect(await shown()).toEqual([['REQUESTED'], [failed], 2, 1])
    for (const _ of [1, 2]) {
      await order.retry()
      await order.fail()
      expect(await shown()).toEqual([['REQUESTED'], [failed], 2, 1])
    }
    expect((await order.messages()).at(-1)).toContain('did not reach your card')
    await order.retry()
    expect(await shown()).toEqual([['SUCCEEDED'], [['refund-sent', 'bank', 'The order was refunded']], 2, 1])
  })

  it('is counted and listed as failed while it is owed, and its order is not called refunded', async () => {
    const order = await failing()
    const { orderId, admin } = order
    const refundOf = async () => [
      (await order.buyer.orders.details({ orderId })).refund,
      (await order.buyer.orders.byId({ orderId })).refund,
    ]
    const before = (await admin.payments.summary()).open
    expect(before).toMatchObject({ failed: 1, owed: 0 })
    expect((await admin.payments.open({ kind: 'failed', limit: 9 })).items).toMatchObject([
      { orderId, amountCents: 20_000, reason: 'expired_or_canceled_card', dueAt: expect.any(String) },
    ])
    expect(await refundOf()).toEqual(['failed', 'failed'])
    await order.retry()
    expect((await admin.payments.summary()).open).toMatchObject({ failed: 0, owed: 0 })
    expect(await refundOf()).toEqual(['done', 'done'])
    const pending = await paidOrder(market, 'pm_card_pendingRefund')
    expect((await pending.buyer.orders.byId({ orderId: pending.orderId })).refund).toBeNull()
    await pending.refund()
    expect((await pending.buyer.orders.byId({ orderId: pending.orderId })).refund).toBe('underway')
  })
})
