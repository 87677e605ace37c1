import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeTaxOf } from '#fees/fee-tax.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { issueReceipts } from './issue-receipts.ts'

const HOUR = 3_600_000

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

/** A paid order of a phone for $200, of which the market keeps $10 unless said. */
async function sold({ feeCents = 1000, feeTaxBasisPoints = 0 } = {}) {
  const order = await paidOrder(market)
  const { orderId, buyer, seller } = order
  const fee = { feeCents, feeTaxBasisPoints, feeTaxCents: feeTaxOf(feeCents, feeTaxBasisPoints) }
  await market.database.order.update({ where: { id: orderId }, data: fee })
  return {
    ...order,
    async handOver() {
      const { handoverCode } = await buyer.orders.byId({ orderId })
      await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
    },
    async release() {
      await this.handOver()
      await buyer.orders.acceptPhone({ orderId })
    },
    issued: async () =>
      (await market.database.receipt.findMany({ where: { orderId }, orderBy: { kind: 'asc' } })).map(
        ({ kind, amountCents }) => [kind, amountCents],
      ),
    invoice: () => seller.receipts.get({ orderId, kind: 'FEE_INVOICE' }),
  }
}

const numbersOf = async (kind: 'RECEIPT' | 'FEE_INVOICE') =>
  (await market.database.receipt.findMany({ where: { kind }, orderBy: { number: 'asc' } })).map(({ number }) => number)
const issue = () => issueReceipts(market.platform)

describe('receipts', () => {
  it('are numbered once an order is paid, and fee invoices once its money is released; without gaps, each once', async () => {
    const [first, second] = [await sold(), await sold(), await sold()]
    await Promise.all([issue(), issue(), issue(), issue()])
    expect(await numbersOf('RECEIPT')).toEqual([1, 2, 3])
    expect(await numbersOf('FEE_INVOICE')).toEqual([])
    await second.release()
    await sold()
    await Promise.all([issue(), issue(), issue(), issue()])
    expect(await numbersOf('RECEIPT')).toEqual([1, 2, 3, 4])
    expect(await numbersOf('FEE_INVOICE')).toEqual([1])
    expect(await first.issued()).toEqual([['RECEIPT', 20_000]])
    expect(await second.issued()).toEqual([
      ['RECEIPT', 20_000],
      ['FEE_INVOICE', 1000],
    ])
  })

  it('are not issued for an order that was never paid, and there is no invoice where there was no fee', async () => {
    const unpaid = await market.order({ state: 'CANCELLED' })
    const free = await sold({ feeCents: 0 })
    await free.release()
    await issue()
    expect(await market.database.receipt.count({ where: { orderId: unpaid.id } })).toBe(0)
    expect(await free.issued()).toEqual([['RECEIPT', 20_000]])
  })

  it('invoice what the market has kept, which is less where some had gone back at the provider', async () => {
    const deal = await sold()
    await deal.handOver()
    await market.card.refund(deal.intentId, 5000)
    await deal.settle()
    await deal.buyer.orders.acceptPhone({ orderId: deal.orderId })
    await issue()
    expect(await deal.issued()).toEqual([
      ['RECEIPT', 20_000],
      ['FEE_INVOICE', 750],
    ])
    expect(await deal.invoice()).toMatchObject({ priceCents: 20_000, amountCents: 750, sellerCents: 14_250 })
  })

  it('invoice what the market has kept, which is less where a claim gave some back', async () => {
    const deal = await sold()
    await deal.handOver()
    const { orderId, buyer, seller } = deal
    const problem = { orderId, reason: 'OTHER', text: 'A scratch', wish: 'PART' } as const
    await buyer.claims.open({ ...problem, images: [], wishCents: 5000 })
    await seller.claims.answer({ orderId, answer: 'AGREED', offerCents: null })
    await issue()
    expect(await deal.issued()).toContainEqual(['FEE_INVOICE', 750])
    expect(await deal.invoice()).toMatchObject({ priceCents: 20_000, amountCents: 750, sellerCents: 14_250 })
  })

  it('name the tax on an invoice’s fee and its rate, as the ledger has kept it; nothing of it where there is none', async () => {
    const [whole, part, untaxed] = [
      await sold({ feeTaxBasisPoints: 2000 }),
      await sold({ feeTaxBasisPoints: 2000 }),
      await sold(),
    ]
    await market.card.refund(part.intentId, 6001)
    await part.settle()
    for (const deal of [whole, part, untaxed]) await deal.release()
    await issue()
    const feeTax = { basisPoints: 2000, cents: 167 }
    expect(await whole.invoice()).toMatchObject({ amountCents: 1000, feeTax, sellerCents: 19_000 })
    expect(await part.invoice()).toMatchObject({ amountCents: 700, feeTax: { ...feeTax, cents: 117 } })
    expect(await untaxed.invoice()).toMatchObject({ amountCents: 1000, feeTax: null, sellerCents: 19_000 })
    const receipt = await whole.buyer.receipts.get({ orderId: whole.orderId, kind: 'RECEIPT' })
    expect(receipt).toMatchObject({ amountCents: 20_000, feeTax: null })
    // What goes back afterwards does not change the document.
    await market.card.refund(whole.intentId, 6001)
    await whole.settle()
    expect(await whole.invoice()).toMatchObject({ amountCents: 1000, feeTax, sellerCents: 19_000 })
  })

  it('are issued for an order whose payment was committed late, and for none twice', async () => {
    const { orderId, issued } = await sold()
    await sold()
    await issueReceipts(market.platform)
    const late = await sold()
    const paidAt = new Date(Date.now() - 23 * HOUR)
    await market.database.order.update({ where: { id: late.orderId }, data: { paidAt } })
    await issue()
    await issue()
    expect(await late.issued()).toEqual([['RECEIPT', 20_000]])
    expect(await issued()).toEqual([['RECEIPT', 20_000]])
    expect(await market.database.receipt.count({ where: { orderId } })).toBe(1)
  })

  describe('of a fee that changes after the release', () => {
    /** A deal that was handed over while a refund that was made at the provider seemed to go through. */
    async function refunded(cents: number, terms = {}) {
      const deal = await sold(terms)
      await deal.handOver()
      await market.card.refund(deal.intentId, cents)
      await deal.settle()
      await deal.buyer.orders.acceptPhone({ orderId: deal.orderId })
      return deal
    }
    /** The bank sends the latest refund back. */
    async function comesBack({ paymentId, settle }: Awaited<ReturnType<typeof refunded>>) {
      const { providerId } = await market.database.refund.findFirstOrThrow({
        where: { paymentId },
        orderBy: { id: 'desc' },
      })
      await market.card.bank.failRefund(providerId ?? '')
      await settle()
    }

    it('invoice a fee that is earned by a refund that came back', async () => {
      const deal = await refunded(20_000)
      await issue()
      expect(await deal.invoice()).toBeNull()
      await comesBack(deal)
      await issue()
      await issue()
      expect(await deal.issued()).toEqual([
        ['RECEIPT', 20_000],
        ['FEE_INVOICE', 1000],
      ])
      expect(await deal.invoice()).toMatchObject({ amountCents: 1000, sellerCents: 19_000, corrections: [] })
      const ofSeller = { userId: deal.sellerId, kind: 'refund-failed' }
      const { message } = await market.database.notice.findFirstOrThrow({ where: ofSeller })
      expect(message).toContain('to the buyer failed. That money is yours, less the fee.')
    })

    it('correct the invoice by what the fee has grown by, with its tax', async () => {
      const deal = await refunded(5000, { feeTaxBasisPoints: 2000 })
      await issue()
      await comesBack(deal)
      await issue()
      await issue()
      const invoice = await deal.invoice()
      const feeTax = { basisPoints: 2000, cents: 125 }
      expect(invoice).toMatchObject({ amountCents: 750, feeTax, sellerCents: 14_250 })
      expect(invoice?.corrections).toEqual([
        expect.objectContaining({ amountCents: 250, feeTax: { ...feeTax, cents: 42 } }),
      ])
      expect(invoice?.corrections[0]?.number).toMatch(/^F-\d{6}$/)
      expect((invoice?.corrections[0]?.number ?? '') > (invoice?.number ?? '')).toBe(true)
      expect(await deal.issued()).toHaveLength(3)
      const { receipts } = await deal.seller.payments.ofOrder({ orderId: deal.orderId })
      expect(receipts).toEqual(['FEE_INVOICE'])
    })

    it('credit what is given back of the fee', async () => {
      const deal = await sold()
      await deal.release()
      await issue()
      for (const cents of [5000, 15_000]) {
        await market.card.refund(deal.intentId, cents)
        await deal.settle()
        await issue()
      }
      const { amountCents, sellerCents, corrections = [] } = (await deal.invoice()) ?? {}
      expect({ amountCents, sellerCents }).toEqual({ amountCents: 1000, sellerCents: 19_000 })
      expect(corrections.map(({ amountCents: cents }) => cents)).toEqual([-250, -750])
    })
  })

  it('are numbered by when it happened, not by which order is older', async () => {
    await issue()
    const [older, newer] = [await sold(), await sold()]
    for (const [index, { orderId }] of [newer, older].entries()) {
      const paidAt = new Date(Date.now() - HOUR + index)
      await market.database.order.update({ where: { id: orderId }, data: { paidAt } })
    }
    await newer.release()
    await older.release()
    await issue()
    for (const kind of ['RECEIPT', 'FEE_INVOICE'] as const) {
      const documents = await market.database.receipt.findMany({
        where: { kind, orderId: { in: [older.orderId, newer.orderId] } },
        orderBy: { number: 'asc' },
      })
      expect(documents.map(({ orderId }) => orderId)).toEqual([newer.orderId, older.orderId])
    }
  })

  it('are read by whose they are, and by an admin; by nobody else', async () => {
    const { orderId, buyerId, sellerId, release } = await sold().then(deal => ({
      ...deal,
      release: () => deal.release(),
    }))
    const [admin, stranger] = [await market.user({ role: 'ADMIN' }), await market.user({ role: 'SELLER' })]
    const get = (userId: string, kind: 'RECEIPT' | 'FEE_INVOICE') =>
      market
        .as(userId)
        .receipts.get({ orderId, kind })
        .then(
          receipt => receipt?.number[0] ?? null,
          error => error.code,
        )
    expect(await get(buyerId, 'RECEIPT')).toBeNull()
    await release()
    await issue()
    const readers = [buyerId, sellerId, admin.id, stranger.id]
    expect(await Promise.all(readers.map(id => get(id, 'RECEIPT')))).toEqual(['R', 'NOT_FOUND', 'R', 'NOT_FOUND'])
    expect(await Promise.all(readers.map(id => get(id, 'FEE_INVOICE')))).toEqual(['NOT_FOUND', 'F', 'F', 'NOT_FOUND'])
    const kindsFor = async (id: string) => (await market.as(id).payments.ofOrder({ orderId })).receipts
    expect(await Promise.all([buyerId, sellerId, admin.id].map(kindsFor))).toEqual([
      ['RECEIPT'],
      ['FEE_INVOICE'],
      ['RECEIPT', 'FEE_INVOICE'],
    ])
    expect(await market.database.auditEntry.count({ where: { actorId: admin.id, action: 'read.order' } })).toBe(1)
  })

  it('say what was paid, by whom, and what went back since', async () => {
    const deal = await sold()
    await market.card.refund(deal.intentId, 5000)
    await deal.settle()
    await issue()
    expect(await deal.buyer.receipts.get({ orderId: deal.orderId, kind: 'RECEIPT' })).toMatchObject({
      number: expect.stringMatching(/^R-\d{6}$/),
      productName: 'Aurora 12',
      priceCents: 20_000,
      amountCents: 20_000,
      sellerCents: null,
      transactionId: deal.intentId,
      refunds: [{ amountCents: 5000, byBank: false }],
    })
  })

  it('say what the buyer’s bank took back', async () => {
    const deal = await sold()
    await deal.release()
    await issue()
    const disputeId = await market.card.dispute(deal.intentId)
    await deal.settle()
    const receipt = () => deal.buyer.receipts.get({ orderId: deal.orderId, kind: 'RECEIPT' })
    expect(await receipt()).toMatchObject({ refunds: [] })
    await market.card.bank.decideDispute(disputeId, 'lose')
    await deal.settle()
    expect(await receipt()).toMatchObject({ amountCents: 20_000, refunds: [{ amountCents: 20_000, byBank: true }] })
  })

  it('and the page of the order say what is kept of the fee after the release', async () => {
    const deal = await sold({ feeTaxBasisPoints: 2000 })
    const kept = async () => {
      const { feeCents, feeTaxCents } = await deal.seller.orders.details({ orderId: deal.orderId })
      return [feeCents, feeTaxCents]
    }
    await deal.release()
    expect(await kept()).toEqual([1000, 167])
    await market.card.refund(deal.intentId, 5000)
    await deal.settle()
    expect(await kept()).toEqual([750, 125])
    const disputeId = await market.card.dispute(deal.intentId)
    await deal.settle()
    await market.card.bank.decideDispute(disputeId, 'lose')
    await deal.settle()
    expect(await kept()).toEqual([0, 0])
  })
})

it('receipts are issued for all that happened while the job did not run', async () => {
  const idle = await createMarket({ webhooks: false })
  try {
    const orders = [await paidOrder(idle), await paidOrder(idle), await paidOrder(idle)]
    for (const [index, { orderId }] of orders.entries()) {
      const paidAt = new Date(Date.now() - (6 - 2 * index) * 24 * HOUR)
      await idle.database.order.update({ where: { id: orderId }, data: { paidAt } })
      if (index === 0) await issueReceipts(idle.platform)
    }
    await issueReceipts(idle.platform)
    const receipts = await idle.database.receipt.findMany({ orderBy: { number: 'asc' } })
    expect(receipts.map(({ orderId }) => orderId)).toEqual(orders.map(({ orderId }) => orderId))
  } finally {
    await idle.close()
  }
})
