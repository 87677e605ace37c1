import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketIdOf } from './market-id.ts'
import { settlePayment } from './settle-payment.ts'
import { endOrderRow } from './testing/end-order-row.ts'

let market: Market
const now = new Date()
beforeAll(async () => {
  market = await createMarket({ clock: { now: () => now } })
})
afterAll(() => market.close())

async function placed(priceCents = 20_000) {
  const order = await market.order({ priceCents })
  return { ...order, buyer: market.as(order.buyerId) }
}

async function statesOf(orderId: string, { database } = market) {
  const { state, listing, payments } = await database.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { state: true, listing: { select: { state: true } }, payments: { select: { state: true } } },
  })
  return { order: state, listing: listing.state, payments: payments.map(payment => payment.state) }
}

describe('starting a payment', () => {
  it('starts an intent of the order’s own price', async () => {
    const { id: orderId, buyer } = await placed(24_999)
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    const intent = await market.card.intent(intentOf(clientSecret))
    expect(intent).toMatchObject({ amount: 24_999, currency: 'usd', metadata: { orderId } })
  })

  it('gives the same intent however often and however fast it is called', async () => {
    const { id: orderId, buyer } = await placed()
    const start = () => buyer.payments.createIntent({ orderId })
    const answers = await Promise.all(Array.from({ length: 10 }, start))
    answers.push(await start())
    expect(new Set(answers.map(answer => answer.clientSecret)).size).toBe(1)
    expect((await statesOf(orderId)).payments).toEqual(['PENDING'])
  })

  it('refuses another owner', async () => {
    const { id: orderId } = await placed()
    const other = await market.asBuyer()
    await expect(other.payments.createIntent({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await statesOf(orderId)).payments).toEqual([])
  })

  it.each(['CANCELLED', 'EXPIRED', 'REFUNDED', 'PAID'] as const)('refuses an order that is %s', async state => {
    const { id: orderId, buyerId } = await market.order({ state })
    await expect(market.as(buyerId).payments.createIntent({ orderId })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_PAYABLE' },
    })
  })

  it('refuses an order whose hold has run out', async () => {
    const { id: orderId, buyerId } = await market.order({ reservedUntil: new Date(now.getTime() - 1) })
    await expect(market.as(buyerId).payments.createIntent({ orderId })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_PAYABLE' },
    })
  })

  it('starts again after the provider has ended the intent', async () => {
    const { id: orderId, buyer } = await placed()
    const first = await buyer.payments.createIntent({ orderId })
    await market.card.cancel(intentOf(first.clientSecret))
    const second = await buyer.payments.createIntent({ orderId })
    expect(intentOf(second.clientSecret)).not.toBe(intentOf(first.clientSecret))
    expect((await statesOf(orderId)).payments.toSorted()).toEqual(['CANCELLED', 'PENDING'])
  })
})

describe('settling a payment', () => {
  it('pays the order and sells the phone, once, however often it is reported', async () => {
    const { id: orderId, buyer } = await placed()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    const report = () => buyer.payments.confirm({ orderId, transactionId })
    const reports = await Promise.all([
      report(),
      report(),
      settlePayment(market.platform, { intentId: transactionId }),
      report(),
    ])
    expect(new Set(reports.map(settled => settled?.paymentId)).size).toBe(1)
    expect(await statesOf(orderId)).toEqual({ order: 'PAID', listing: 'SOLD', payments: ['SUCCEEDED'] })
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: orderId, action: 'order.pay' } })
    expect(entries).toHaveLength(1)
    await expect(buyer.payments.createIntent({ orderId })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_PAYABLE' },
    })
  })

  it('does not take the browser’s word for it', async () => {
    const { id: orderId, buyer } = await placed()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await expect(buyer.payments.confirm({ orderId, transactionId: intentOf(clientSecret) })).rejects.toMatchObject({
      cause: { code: 'PAYMENT_NOT_SUCCEEDED' },
    })
    await expect(buyer.payments.confirm({ orderId, transactionId: 'pi_invented' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await statesOf(orderId)).toMatchObject({ order: 'PLACED', listing: 'RESERVED' })
  })

  it('goes on after a declined card', async () => {
    const { id: orderId, buyer } = await placed()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await expect(market.card.pay(clientSecret, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect(await buyer.payments.createIntent({ orderId })).toEqual({ clientSecret })
    const transactionId = await market.card.pay(clientSecret)
    await buyer.payments.confirm({ orderId, transactionId })
    expect(await statesOf(orderId)).toEqual({ order: 'PAID', listing: 'SOLD', payments: ['SUCCEEDED'] })
  })

  it('refuses another owner, and another order’s payment', async () => {
    const paid = await placed()
    const { clientSecret } = await paid.buyer.payments.createIntent({ orderId: paid.id })
    const transactionId = await market.card.pay(clientSecret)
    const stranger = await market.asBuyer()
    await expect(stranger.payments.confirm({ orderId: paid.id, transactionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const other = await market.order({ buyerId: paid.buyerId })
    await expect(paid.buyer.payments.confirm({ orderId: other.id, transactionId })).rejects.toMatchObject({
      cause: { code: 'PAYMENT_MISMATCH' },
    })
    expect((await statesOf(other.id)).order).toBe('PLACED')
  })

  it('gives the money back when the order has ended meanwhile', async () => {
    const { id: orderId, buyer } = await placed()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await endOrderRow(market.database, orderId, { state: 'CANCELLED', listing: { state: 'AVAILABLE' } })
    const transactionId = await market.card.pay(clientSecret)
    await expect(buyer.payments.confirm({ orderId, transactionId })).rejects.toMatchObject({
      cause: { code: 'PAYMENT_REFUNDED' },
    })
    expect(await statesOf(orderId)).toEqual({ order: 'CANCELLED', listing: 'AVAILABLE', payments: ['REFUNDED'] })
    const { latest_charge: charge } = await market.card.intent(transactionId)
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 20_000 })
  })

  it('wins a phone back for nobody who was removed', async () => {
    // A webhook could win it back before the removal.
    const quiet = await createMarket({ webhooks: false })
    const { id: orderId, buyerId } = await quiet.order()
    const { clientSecret } = await quiet.as(buyerId).payments.createIntent({ orderId })
    await endOrderRow(quiet.database, orderId, { state: 'EXPIRED', listing: { state: 'AVAILABLE' } })
    const intentId = await quiet.card.pay(clientSecret)
    await (await quiet.asAdmin()).accounts.removeUser({ userId: buyerId })
    expect(await settlePayment(quiet.platform, { intentId })).toMatchObject({ outcome: 'refunded' })
    expect(await statesOf(orderId, quiet)).toEqual({ order: 'EXPIRED', listing: 'AVAILABLE', payments: ['REFUNDED'] })
    await quiet.close()
  })

  it('knows an intent that the product made and could not record', async () => {
    const { id: orderId, buyer } = await placed()
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    await market.database.payment.deleteMany({ where: { orderId } })
    const intentId = await market.card.pay(clientSecret)
    expect(await settlePayment(market.platform, { intentId })).toMatchObject({ outcome: 'paid' })
    expect(await statesOf(orderId)).toEqual({ order: 'PAID', listing: 'SOLD', payments: ['SUCCEEDED'] })
  })

  it('ends a second intent of an order that is being paid, while it is open', async () => {
    const { id: orderId, buyer, buyerId } = await placed()
    await buyer.payments.createIntent({ orderId })
    const marketId = await marketIdOf(market.database)
    const second = { orderId, buyerId, marketId, amountCents: 20_000, attempt: 9 }
    const { id: intentId } = await market.platform.cardPayments.createIntent(second)
    expect(await settlePayment(market.platform, { intentId })).toBeNull()
    expect((await market.card.intent(intentId)).status).toBe('canceled')
    expect(await statesOf(orderId)).toMatchObject({ order: 'PLACED', payments: ['PENDING'] })
  })
})
