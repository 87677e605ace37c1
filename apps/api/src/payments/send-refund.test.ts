import { createMarket, type Market, providerFault } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endOrderRow } from './testing/end-order-row.ts'

const faults: [path: string, status: 429 | 500][] = []
let market: Market
beforeAll(async () => {
  market = await createMarket({
    webhooks: false,
    disturbCards: async ({ method, path }) => {
      const at = faults.findIndex(([faulty]) => method === 'POST' && path.includes(faulty))
      const [fault] = at < 0 ? [] : faults.splice(at, 1)
      if (fault) throw providerFault(fault[1])
    },
  })
})
afterAll(() => market.close())
afterEach(async () => {
  expect(faults.splice(0)).toEqual([])
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const booking = { meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: 20_000 }
const refund = { reason: 'It does not charge', relist: true }

async function placed() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const { orderId } = await market.as(buyerId).orders.place({ listingId, ...booking })
  return { orderId, buyerId, listingId, buyer: market.as(buyerId), seller: market.as(sellerId) }
}

async function charged(card?: string) {
  const order = await placed()
  const { clientSecret } = await order.buyer.payments.createIntent({ orderId: order.orderId })
  return { ...order, transactionId: await market.card.pay(clientSecret, card) }
}

async function paid(card?: string) {
  const order = await charged(card)
  await order.buyer.payments.confirm({ orderId: order.orderId, transactionId: order.transactionId })
  return order
}

const statesOf = async (orderId: string) => {
  const { state, payments } = await market.database.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { state: true, payments: { select: { state: true } } },
  })
  return [state, ...payments.map(payment => payment.state)]
}

const refundedCents = async (intentId: string) => {
  const { latest_charge: charge } = await market.card.intent(intentId)
  return typeof charge === 'object' ? charge?.amount_refunded : undefined
}

describe('giving a charge back', () => {
  it('is done when somebody did it at the provider first, without a webhook', async () => {
    const { orderId, seller, transactionId } = await paid()
    await market.card.refund(transactionId)
    await seller.payments.refund({ orderId, ...refund })
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['REFUNDED', 'REFUNDED'])
    expect(await refundedCents(transactionId)).toBe(20_000)
  })

  it('is tried until the provider does it, whatever it failed with before', async () => {
    const { orderId, seller, transactionId } = await paid()
    // Those that the SDK tries again by itself, and those that it does not.
    faults.push(['/refunds', 500], ['/refunds', 429], ['/refunds', 500], ['/refunds', 500])
    await seller.payments.refund({ orderId, ...refund })
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['REFUNDED', 'REFUNDED'])
    expect(await refundedCents(transactionId)).toBe(20_000)
  })

  it('is tried until the provider does it, for a charge that came too late, without another report', async () => {
    const { orderId, buyer, transactionId } = await charged()
    await endOrderRow(market.database, orderId, { state: 'CANCELLED', listing: { state: 'AVAILABLE' } })
    faults.push(['/refunds', 429])
    const error = { cause: { code: 'PAYMENT_REFUNDED' } }
    await expect(buyer.payments.confirm({ orderId, transactionId })).rejects.toMatchObject(error)
    expect(await statesOf(orderId)).toEqual(['CANCELLED', 'SUCCEEDED'])
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['CANCELLED', 'REFUNDED'])
    expect(await refundedCents(transactionId)).toBe(20_000)
  })

  it('is rejected for what the buyer’s bank disputes, and changes nothing', async () => {
    const { orderId, seller } = await paid('pm_card_createDispute')
    await expect(seller.payments.refund({ orderId, ...refund })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await statesOf(orderId)).toEqual(['PAID', 'SUCCEEDED'])
  })

  it('is left to the bank when a charge that came too late is disputed', async () => {
    const { orderId, buyer, transactionId } = await charged('pm_card_createDispute')
    await endOrderRow(market.database, orderId, { state: 'CANCELLED', listing: { state: 'AVAILABLE' } })
    await expect(buyer.payments.confirm({ orderId, transactionId })).rejects.toThrow()
    await market.runJobs()
    expect(await statesOf(orderId)).toEqual(['CANCELLED', 'SUCCEEDED'])
    const disputes = await market.database.auditEntry.count({ where: { action: 'payment.dispute' } })
    await market.runJobs()
    expect(await market.database.auditEntry.count({ where: { action: 'payment.dispute' } })).toBe(disputes)
  })
})

describe('starting a payment', () => {
  it('gets past failures that the provider replays for its key, to one intent in all tabs', async () => {
    const { orderId, buyer } = await placed()
    faults.push(['/payment_intents', 500], ['/payment_intents', 500])
    const tabs = await Promise.all([1, 2, 3].map(() => buyer.payments.createIntent({ orderId })))
    expect(new Set(tabs.map(tab => tab.clientSecret)).size).toBe(1)
    expect(await statesOf(orderId)).toEqual(['PLACED', 'PENDING'])
  })

  it('says that the provider is away when it is, and goes on when it is back', async () => {
    const { orderId, buyer } = await placed()
    faults.push(['/payment_intents', 429])
    await expect(buyer.payments.createIntent({ orderId })).rejects.toMatchObject({
      cause: { code: 'PROVIDER_UNAVAILABLE' },
    })
    await expect(buyer.payments.createIntent({ orderId })).resolves.toHaveProperty('clientSecret')
  })

  it('is undone for an order that ended during the call to the provider', async () => {
    const { orderId, buyer } = await placed()
    const { cardPayments } = market.platform
    const { createIntent } = cardPayments
    let clientSecret = ''
    cardPayments.createIntent = async of => {
      const intent = await createIntent(of)
      clientSecret = intent.clientSecret ?? ''
      await buyer.orders.cancel({ orderId })
      return intent
    }
    const error = expect(buyer.payments.createIntent({ orderId })).rejects
    await error.toMatchObject({ cause: { code: 'ORDER_NOT_PAYABLE' } }).finally(() => {
      cardPayments.createIntent = createIntent
    })
    expect(await statesOf(orderId)).toEqual(['CANCELLED', 'CANCELLED'])
    await expect(market.card.pay(clientSecret)).rejects.toThrow()
  })
})
