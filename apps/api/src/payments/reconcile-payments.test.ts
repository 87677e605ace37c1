import { DomainError } from '@second-ring/contracts/errors'
import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'
import { endOrderRow } from './testing/end-order-row.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
beforeAll(async () => {
  // Without webhooks: what the browser does not report, the reconciler alone can find.
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

async function started() {
  const { id: orderId, buyerId, listingId } = await market.order()
  const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
  return { orderId, buyerId, listingId, clientSecret, intentId: intentOf(clientSecret) }
}

async function statesOf(orderId: string) {
  const order = await market.database.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { state: true, listing: { select: { state: true } }, payments: { select: { state: true } } },
  })
  return [order.state, order.listing.state, ...order.payments.map(payment => payment.state)]
}

const actsOn = async (orderId: string) =>
  (await market.database.auditEntry.findMany({ where: { subjectId: orderId } })).map(entry => entry.action)

describe('the reconciler', () => {
  it('finds a payment that the browser and the webhook have both lost, after a minute', async () => {
    const { orderId, clientSecret } = await started()
    await market.card.pay(clientSecret)
    await reconcilePayments(market.platform)
    expect(await statesOf(orderId)).toEqual(['PLACED', 'RESERVED', 'PENDING'])
    await market.timePasses({ hours: 1 / 60 })
    await reconcilePayments(market.platform)
    expect(await statesOf(orderId)).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    expect(await actsOn(orderId)).toEqual(['order.pay'])
  })

  it('gives one payment, one audit entry and one notification together with the browser and the webhook', async () => {
    const { orderId, buyerId, listingId, clientSecret } = await started()
    const transactionId = await market.card.pay(clientSecret)
    await market.timePasses({ hours: 1 / 60 })
    await Promise.all([
      market.as(buyerId).payments.confirm({ orderId, transactionId }),
      settlePayment(market.platform, { intentId: transactionId }),
      market.runJobs(),
      settlePayment(market.platform, { intentId: transactionId }),
    ])
    expect(await statesOf(orderId)).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    expect(await actsOn(orderId)).toEqual(['order.pay'])
    expect(await market.database.notice.count({ where: { listingId, kind: 'paid' } })).toBe(1)
  })

  it('checks what stays open less and less often', async () => {
    const { intentId } = await started()
    let calls = 0
    const { retrieveIntent } = market.platform.cardPayments
    market.platform.cardPayments.retrieveIntent = id => {
      if (id === intentId) calls += 1
      return retrieveIntent(id)
    }
    for (let minute = 0; minute < 120; minute += 1) {
      await market.timePasses({ hours: 1 / 60 })
      await reconcilePayments(market.platform)
    }
    market.platform.cardPayments.retrieveIntent = retrieveIntent
    expect(calls).toBeGreaterThan(20)
    expect(calls).toBeLessThan(50)
  })

  it('is stopped by no payment that cannot be settled', async () => {
    const odd = await started()
    const lost = await started()
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    let calls = 0
    cardPayments.retrieveIntent = id => {
      if (id !== odd.intentId) return retrieveIntent(id)
      calls += 1
      return Promise.reject(new Error('Odd'))
    }
    await market.card.pay(lost.clientSecret)
    await market.timePasses({ hours: 1 / 60 })
    await expect(reconcilePayments(market.platform)).rejects.toThrow('Odd')
    expect(await statesOf(lost.orderId)).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    // Asked about again when its turn comes, not before.
    await reconcilePayments(market.platform)
    expect(calls).toBe(1)
    cardPayments.retrieveIntent = retrieveIntent
    await market.database.payment.updateMany({ where: { orderId: odd.orderId }, data: { state: 'FAILED' } })
  })

  it('stops when the provider does not answer, and checks all of them afterwards', async () => {
    const orders = await Promise.all(Array.from({ length: 15 }, started))
    for (const { clientSecret } of orders) await market.card.pay(clientSecret)
    await market.timePasses({ hours: 1 / 60 })
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    let calls = 0
    cardPayments.retrieveIntent = () => {
      calls += 1
      return Promise.reject(new DomainError('PROVIDER_UNAVAILABLE', 'Out of reach.'))
    }
    await expect(reconcilePayments(market.platform)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    cardPayments.retrieveIntent = retrieveIntent
    // Three of those that are open, and so many at the most of what else is due.
    expect(calls).toBeGreaterThanOrEqual(3)
    expect(calls).toBeLessThan(10)
    await reconcilePayments(market.platform)
    for (const { orderId } of orders) expect(await statesOf(orderId)).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
  })

  it('gets to a payment beside three about which the provider never answers', async () => {
    const odd = await Promise.all(Array.from({ length: 3 }, started))
    const lost = await started()
    await market.card.pay(lost.clientSecret)
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    cardPayments.retrieveIntent = id =>
      odd.some(({ intentId }) => intentId === id)
        ? Promise.reject(new DomainError('PROVIDER_UNAVAILABLE', 'Out of reach.'))
        : retrieveIntent(id)
    for (let minute = 0; minute < 3; minute += 1) {
      await market.timePasses({ hours: 1 / 60 })
      await reconcilePayments(market.platform).catch(() => undefined)
    }
    expect(await statesOf(lost.orderId)).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    cardPayments.retrieveIntent = retrieveIntent
    const ids = odd.map(({ orderId }) => orderId)
    await market.database.payment.updateMany({ where: { orderId: { in: ids } }, data: { state: 'FAILED' } })
  })

  it('gets to a refund, a return and a payment beside three refunds about which the provider never answers', async () => {
    const { platform, database } = market
    const promised = async () => {
      const { paymentId, orderId, intentId } = await paidOrder(market)
      await endOrderRow(database, orderId, { state: 'CANCELLED' })
      const dueAt = new Date(Date.now() - 3_600_000)
      await database.refund.create({ data: { paymentId, amountCents: 20_000, reason: 'It was lost', dueAt } })
      return { paymentId, intentId }
    }
    const odd = [await promised(), await promised(), await promised()]
    const [good, lost, other] = [await promised(), await started(), await started()]
    await market.card.pay(lost.clientSecret)
    const chargedAt = new Date()
    const { latest_charge: charge } = await market.card.intent(await market.card.pay(other.clientSecret))
    const { id: unmatchedChargeId } = await database.unmatchedCharge.create({
      data: {
        chargeId: typeof charge === 'object' ? (charge?.id ?? '') : charge,
        ...{ intentId: other.intentId, amountCents: 20_000, currency: 'usd', cause: 'second-charge' },
        ...{ chargedAt, foundAt: new Date(0), state: 'RETURNING' },
      },
    })
    const { retrieveIntent } = platform.cardPayments
    platform.cardPayments.retrieveIntent = id =>
      odd.some(({ intentId }) => intentId === id)
        ? Promise.reject(new DomainError('PROVIDER_UNAVAILABLE', 'Out of reach.'))
        : retrieveIntent(id)
    for (let minute = 0; minute < 3; minute += 1) {
      await market.timePasses({ hours: 1 / 60 })
      await reconcilePayments(platform).catch(() => undefined)
    }
    platform.cardPayments.retrieveIntent = retrieveIntent
    expect(await database.refund.findFirst({ where: { paymentId: good.paymentId } })).toMatchObject({
      state: 'SUCCEEDED',
    })
    expect(await statesOf(lost.orderId)).toEqual(['PAID', 'SOLD', 'SUCCEEDED'])
    const { state } = await database.unmatchedCharge.findUniqueOrThrow({ where: { id: unmatchedChargeId } })
    expect(state).toBe('RETURNED')
  })

  it('ends a payment at the provider that was begun while its order ended', async () => {
    const { orderId, clientSecret } = await started()
    await endOrderRow(market.database, orderId, { state: 'CANCELLED', listing: { state: 'AVAILABLE' } })
    await market.timePasses({ hours: 1 / 60 })
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['CANCELLED', 'AVAILABLE', 'CANCELLED'])
    await expect(market.card.pay(clientSecret)).rejects.toThrow()
  })
})

describe('what is done at the provider itself', () => {
  it('is found without a webhook, also after the phone was handed over', async () => {
    const { orderId, buyerId, clientSecret } = await started()
    const transactionId = await market.card.pay(clientSecret)
    await market.as(buyerId).payments.confirm({ orderId, transactionId })
    await endOrderRow(market.database, orderId, { state: 'HANDED_OVER' })
    await market.card.refund(transactionId)
    await market.timePasses({ hours: 1 / 60 })
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['HANDED_OVER', 'SOLD', 'REFUNDED'])
  })

  it('is found without a webhook, while the phone waits to be handed over', async () => {
    const { orderId, buyerId, clientSecret } = await started()
    const transactionId = await market.card.pay(clientSecret)
    await market.as(buyerId).payments.confirm({ orderId, transactionId })
    await market.card.refund(transactionId)
    await market.timePasses({ hours: 1 / 60 })
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['REFUNDED', 'REMOVED', 'REFUNDED'])
  })

  it('takes a refund over: the order is refunded and the phone leaves the market', async () => {
    const { orderId, buyerId, clientSecret } = await started()
    const transactionId = await market.card.pay(clientSecret)
    await market.as(buyerId).payments.confirm({ orderId, transactionId })
    await market.card.refund(transactionId)
    await settlePayment(market.platform, { intentId: transactionId })
    await settlePayment(market.platform, { intentId: transactionId })
    expect(await statesOf(orderId)).toEqual(['REFUNDED', 'REMOVED', 'REFUNDED'])
    expect(await actsOn(orderId)).toEqual(['order.pay', 'order.refund'])
    expect(await market.database.notice.count({ where: { userId: buyerId, kind: 'refunded' } })).toBe(1)
  })

  it('shows a dispute on the order, once', async () => {
    const { orderId, buyerId, listingId, clientSecret } = await started()
    const transactionId = await market.card.pay(clientSecret, 'pm_card_createDispute')
    await market.as(buyerId).payments.confirm({ orderId, transactionId })
    await settlePayment(market.platform, { intentId: transactionId })
    expect((await market.as(buyerId).orders.byId({ orderId })).disputed).toBe(true)
    expect(await market.database.notice.count({ where: { listingId, kind: 'disputed' } })).toBe(1)
  })
})
