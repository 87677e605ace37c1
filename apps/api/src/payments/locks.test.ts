import type { Transaction } from '@second-ring/database'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendReminders } from '#orders/reminders.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { bindPayment } from './bind-payment.ts'
import { transitionDispute } from './dispute-transitions.ts'
import { transitionRefund } from './refund-transitions.ts'
import { refundUnassignedCharge } from './refund-unassigned-charge.ts'
import { requestRefund } from './request-refund.ts'
import { settlePayment } from './settle-payment.ts'
import { startPaymentByPrice } from './start-payment-by-price.ts'
import { endOrderRow } from './testing/end-order-row.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
let atRefund: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  market = await createMarket({
    webhooks: false,
    disturbCards: async ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/refunds')) await atRefund?.()
    },
  })
})
afterAll(() => market.close())
afterEach(() => {
  atRefund = undefined
})

type Step = (tx: Transaction) => Promise<unknown>

/** Does `first` in a transaction that ends, after `last`, only once `second`, begun meanwhile, waits for it. */
async function meanwhile<Result>(first: Step, second: () => Promise<Result>, last?: Step) {
  const done = Promise.withResolvers<void>()
  const holding = market.database.$transaction(
    async tx => {
      await first(tx)
      done.resolve()
      await market.untilWaiting()
      await last?.(tx)
    },
    { timeout: 20_000 },
  )
  await Promise.race([done.promise, holding])
  const [result] = await Promise.all([second(), holding])
  return result
}

const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => runTransaction(market.database, work)

/** A charge of $200 by its price alone, of a buyer with two orders that it may pay. */
async function charged({ id, name, email }: Awaited<ReturnType<Market['user']>>) {
  const buyer = { id, name, email, role: 'BUYER', verified: false, emailVerified: true, sessionId: id } as const
  const { clientSecret } = await startPaymentByPrice(market.platform, buyer, { priceCents: 20_000 })
  const intentId = await market.card.pay(clientSecret)
  await settlePayment(market.platform, { intentId })
  return market.database.payment.findUniqueOrThrow({ where: { intentId } })
}

describe('one after the other', () => {
  it('two requests for a refund of one payment get the same', async () => {
    const { orderId, paymentId } = await paidOrder(market)
    await endOrderRow(market.database, orderId, { state: 'CANCELLED' })
    const request = (tx: Transaction) =>
      requestRefund(tx, market.platform, { orderId, reason: 'It does not charge', requestedById: null })
    const second = await meanwhile(request, () => inTransaction(request))
    const refunds = await market.database.refund.findMany({ where: { paymentId }, select: { id: true } })
    expect(refunds).toEqual([{ id: second }])
  })

  it('two charges are bound to one order: the second is not', async () => {
    const buyer = await market.user()
    const buyerId = buyer.id
    const [{ id: orderId }] = [await market.order({ buyerId }), await market.order({ buyerId })]
    const [first, second] = [await charged(buyer), await charged(buyer)]
    expect(second.id).not.toBe(first.id)
    const bound = await meanwhile(
      tx => bindPayment(tx, { paymentId: first.id, orderId }),
      () => inTransaction(tx => bindPayment(tx, { paymentId: second.id, orderId })),
    )
    expect(bound).toBeNull()
  })

  it('a charge is bound to an order and refunded: it is not refunded', async () => {
    const buyer = await market.user()
    const buyerId = buyer.id
    const [{ id: orderId }] = [await market.order({ buyerId }), await market.order({ buyerId })]
    const { id: paymentId } = await charged(buyer)
    await meanwhile(
      tx => bindPayment(tx, { paymentId, orderId }),
      () => inTransaction(tx => refundUnassignedCharge(tx, market.platform, { paymentId, reason: 'It fits no order' })),
    )
    expect(await market.database.refund.count({ where: { paymentId } })).toBe(0)
  })

  it('two give one charge back: it goes back once', async () => {
    const buyer = await market.user()
    const buyerId = buyer.id
    for (const _ of [1, 2]) await market.order({ buyerId })
    const { id: paymentId } = await charged(buyer)
    const give = (tx: Transaction) =>
      refundUnassignedCharge(tx, market.platform, { paymentId, reason: 'It fits no order' })
    await meanwhile(give, () => inTransaction(give))
    expect(await market.database.refund.count({ where: { paymentId } })).toBe(1)
    expect(await market.database.notice.count({ where: { userId: buyerId, kind: 'refunded' } })).toBe(1)
  })

  it('a payment is settled as the seller of its order, or of the one that was named for it, is removed', async () => {
    const paid = await paidOrder(market)
    const { id: named, listingId } = await market.order({ buyerId: paid.buyerId })
    const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    await market.database.payment.update({ where: { id: paid.paymentId }, data: { namedOrderId: named } })
    for (const removed of [paid.sellerId, sellerId]) {
      // A removal locks the user first and their orders after.
      const remove = async (tx: Transaction) => {
        await tx.$queryRaw`SELECT FROM users WHERE id = ${removed}::uuid FOR UPDATE`
      }
      const takeOrders = (tx: Transaction) =>
        tx.$queryRaw`SELECT FROM orders WHERE id IN (${named}::uuid, ${paid.orderId}::uuid) FOR UPDATE NOWAIT`
      const settled = await meanwhile(remove, paid.settle, takeOrders)
      expect(settled).toMatchObject({ outcome: 'paid', orderId: paid.orderId })
    }
  })

  it('an order ends as its reminder is sent: nobody is reminded', async () => {
    const placedAt = new Date(Date.now() - 40 * 3_600_000)
    const reservedUntil = new Date(Date.now() + 3_600_000)
    const { id, buyerId } = await market.order({ placedAt, reservedUntil })
    const end = (tx: Transaction) => tx.order.update({ where: { id }, data: { reservedUntil: placedAt, placedAt } })
    expect(await meanwhile(end, () => sendReminders(market.platform))).toEqual([])
    expect(await market.database.notice.count({ where: { userId: buyerId } })).toBe(0)
  })
})

it('a move of a refund or a dispute happens once', async () => {
  const order = await paidOrder(market)
  await market.card.dispute(order.intentId)
  await order.settle()
  const { id: disputeId } = await market.database.dispute.findFirstOrThrow({ where: { paymentId: order.paymentId } })
  const dispute = { id: disputeId, amountCents: 20_000, dueAt: null }
  const close = (tx: Transaction) => transitionDispute(tx, { ...dispute, from: 'NEEDS_RESPONSE', to: 'WON' })
  expect([await inTransaction(close), await inTransaction(close)]).toEqual([true, false])
  const refund = { paymentId: order.paymentId, amountCents: 20_000, reason: 'It does not charge' }
  const { id } = await market.database.refund.create({ data: refund })
  const fail = (tx: Transaction) => transitionRefund(tx, { id, from: 'REQUESTED', to: 'FAILED' })
  expect([await inTransaction(fail), await inTransaction(fail)]).toEqual([true, false])
})

it('a charge that a bank disputes is not promised back', async () => {
  const buyer = await market.user()
  for (const _ of [1, 2]) await market.order({ buyerId: buyer.id })
  const { id: paymentId, intentId } = await charged(buyer)
  await market.card.dispute(intentId)
  await settlePayment(market.platform, { intentId })
  await inTransaction(tx => refundUnassignedCharge(tx, market.platform, { paymentId, reason: 'It fits no order' }))
  expect(await market.database.refund.count({ where: { paymentId } })).toBe(0)
})

describe('a refund that the provider will not make', () => {
  it('waits when the bank disputed the charge in that moment', async () => {
    const order = await paidOrder(market)
    let disputeId = ''
    atRefund = async () => {
      atRefund = undefined
      disputeId = await market.card.dispute(order.intentId)
    }
    await order.refund()
    await market.runJobs()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'SUCCEEDED', 'REQUESTED', 'NEEDS_RESPONSE'])
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
    await market.runJobs()
    expect(await order.refundedCents()).toBe(20_000)
  })

  it('is not sent while the bank disputes the charge', async () => {
    const order = await paidOrder(market)
    const { createRefund } = market.platform.cardPayments
    market.platform.cardPayments.createRefund = () => Promise.reject(new Error('away'))
    await order.refund()
    market.platform.cardPayments.createRefund = createRefund
    await market.card.dispute(order.intentId)
    let sent = 0
    atRefund = async () => {
      sent += 1
    }
    await market.runJobs()
    await market.runJobs()
    expect(sent).toBe(0)
  })
})
