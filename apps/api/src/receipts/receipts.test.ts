import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueReceipts } from './issue-receipts.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function paidOrder() {
  const { id: listingId, sellerId } = await market.listing({ state: 'SOLD' })
  const order = await market.order({ listingId, state: 'PAID', feeCents: 1000 })
  return { ...order, orderId: order.id, sellerId }
}

const release = (id: string) =>
  market.database.order.update({
    where: { id },
    data: { state: 'RELEASED', ending: 'HANDED_OVER', endedAt: new Date(), releasedAt: new Date() },
  })

const numbersOf = async (kind: 'RECEIPT' | 'FEE_INVOICE') =>
  (await market.database.receipt.findMany({ where: { kind }, orderBy: { number: 'asc' } })).map(({ number }) => number)

describe('receipts', () => {
  it('are numbered once an order is paid, and fee invoices once its money is released; without gaps, each once', async () => {
    const orders = [await paidOrder(), await paidOrder(), await paidOrder()]
    await Promise.all([1, 2, 3, 4].map(() => issueReceipts(market.platform)))
    expect(await numbersOf('RECEIPT')).toEqual([1, 2, 3])
    expect(await numbersOf('FEE_INVOICE')).toEqual([])
    await release(orders[1]?.orderId ?? '')
    await paidOrder()
    await Promise.all([1, 2, 3, 4].map(() => issueReceipts(market.platform)))
    expect(await numbersOf('RECEIPT')).toEqual([1, 2, 3, 4])
    expect(await numbersOf('FEE_INVOICE')).toEqual([1])
    const issued = await market.database.receipt.findMany({
      where: { orderId: orders[1]?.orderId ?? '' },
      orderBy: { kind: 'asc' },
    })
    expect(issued.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['RECEIPT', 20_000],
      ['FEE_INVOICE', 1000],
    ])
  })

  it('are not issued for an order that was never paid, and there is no invoice where there was no fee', async () => {
    const { id: listingId } = await market.listing({ state: 'SOLD' })
    const unpaid = await market.order({ state: 'CANCELLED' })
    const free = await market.order({ listingId, state: 'PAID', feeCents: 0 })
    await release(free.id)
    await issueReceipts(market.platform)
    const issued = await market.database.receipt.findMany({ where: { orderId: { in: [unpaid.id, free.id] } } })
    expect(issued.map(({ kind, orderId }) => [kind, orderId])).toEqual([['RECEIPT', free.id]])
  })

  it('are issued for an order whose job did not run for long', async () => {
    const { orderId } = await paidOrder()
    await market.database.order.update({ where: { id: orderId }, data: { paidAt: new Date(Date.now() - 40_000_000) } })
    await issueReceipts(market.platform)
    expect(await market.database.receipt.count({ where: { orderId } })).toBe(1)
  })

  it('are read by whose they are, and by an admin; by nobody else', async () => {
    const { orderId, buyerId, sellerId } = await paidOrder()
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
    await release(orderId)
    await issueReceipts(market.platform)
    const readers = [buyerId, sellerId, admin.id, stranger.id]
    expect(await Promise.all(readers.map(id => get(id, 'RECEIPT')))).toEqual(['R', 'NOT_FOUND', 'R', 'NOT_FOUND'])
    expect(await Promise.all(readers.map(id => get(id, 'FEE_INVOICE')))).toEqual(['NOT_FOUND', 'F', 'F', 'NOT_FOUND'])
    const kindsFor = async (id: string) => (await market.as(id).payments.ofOrder({ orderId })).receipts
    expect(await Promise.all([buyerId, sellerId, admin.id].map(kindsFor))).toEqual([
      ['RECEIPT'],
      ['FEE_INVOICE'],
      ['RECEIPT', 'FEE_INVOICE'],
    ])
    const read = await market.database.auditEntry.count({ where: { actorId: admin.id, action: 'read.order' } })
    expect(read).toBe(1)
  })

  it('say what was paid, by whom, and what went back since', async () => {
    const { orderId, paymentId } = await market.sale({ productName: 'Aurora 9' })
    await market.database.order.update({ where: { id: orderId }, data: { paidAt: new Date() } })
    const data = { paymentId, amountCents: 5000, reason: 'A scratch', state: 'SUCCEEDED' } as const
    await market.database.refund.create({ data })
    await issueReceipts(market.platform)
    const { buyerId } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(await market.as(buyerId).receipts.get({ orderId, kind: 'RECEIPT' })).toMatchObject({
      number: expect.stringMatching(/^R-\d{6}$/),
      productName: 'Aurora 12',
      priceCents: 20_000,
      amountCents: 20_000,
      transactionId: `pi_${orderId}`,
      refunds: [{ amountCents: 5000 }],
    })
  })
})
