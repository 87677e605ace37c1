import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { feeTaxOf } from '#fees/fee-tax.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { releaseDueMoney } from './release-due-money.ts'

let market: Market
beforeAll(async () => {
  // What becomes of a refund by itself waits for the test.
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock() })
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

type Given = Awaited<ReturnType<typeof handedOver>>

/** A phone for $200, of which the market keeps $10 with its tax, in its buyer's hands. */
async function handedOver({ feeTaxBasisPoints = 0, card }: { feeTaxBasisPoints?: number; card?: string } = {}) {
  const order = await paidOrder(market, card)
  const { orderId } = order
  const fee = { feeCents: 1_000, feeTaxBasisPoints, feeTaxCents: feeTaxOf(1_000, feeTaxBasisPoints) }
  await market.database.order.update({ where: { id: orderId }, data: fee })
  const { handoverCode } = await order.buyer.orders.byId({ orderId })
  await order.seller.orders.handOver({ orderId, code: handoverCode ?? '' })
  return { ...order, accept: () => order.buyer.orders.acceptPhone({ orderId }) }
}

const stateOf = async (id: string) => (await market.database.order.findUniqueOrThrow({ where: { id } })).state
const pass = (hours: number) => market.timePasses({ hours })
const messagesOf = async (userId: string, kind: string) =>
  (await market.database.notice.findMany({ where: { userId, kind } })).map(({ message }) => message)
/** What is on a seller's account of the ledger, as they see it. */
const balanceOf = async (ownerId: string) => {
  const where = { account: { kind: 'SELLER_BALANCE', ownerId } } as const
  const { _sum: sum } = await market.database.ledgerEntry.aggregate({ where, _sum: { amountCents: true } })
  return 0 - Number(sum.amountCents ?? 0)
}
/** What the payment of an order has brought its seller, the fees and their tax. */
const sharesOf = async ({ paymentId }: Given) => {
  const kinds = ['SELLER_BALANCE', 'PLATFORM_FEES', 'FEE_TAX'] as const
  const sums = kinds.map(kind =>
    market.database.ledgerEntry.aggregate({
      where: { account: { kind }, transaction: { paymentId } },
      _sum: { amountCents: true },
    }),
  )
  return (await Promise.all(sums)).map(({ _sum: sum }) => 0 - Number(sum.amountCents ?? 0))
}
const entriesOf = (orderId: string) =>
  market.database.auditEntry.findMany({
    where: { subjectId: orderId, action: 'order.release-money' },
    select: { actorId: true },
  })
/** @returns the provider's id of the refund */
const refundAtProvider = async (order: Given, cents: number) => {
  const id = await market.card.refund(order.intentId, cents)
  await order.settle()
  return id
}

describe('the money of a phone that was handed over', () => {
  it('is the seller’s, but for the fee, when the buyer says that all is fine: once, by whatever many at once', async () => {
    const order = await handedOver()
    const key = { orderId: order.orderId, idempotencyKey: 'c0ffee00-0000-4000-8000-000000000001' }
    await Promise.all([order.buyer.orders.acceptPhone(key), order.buyer.orders.acceptPhone(key)])
    expect(await stateOf(order.orderId)).toBe('RELEASED')
    expect(await balanceOf(order.sellerId)).toBe(19_000)
    expect(await messagesOf(order.sellerId, 'released')).toEqual(['The money for Aurora 12 is yours now: $190.'])
    expect(await entriesOf(order.orderId)).toEqual([{ actorId: order.buyerId }])
    await expect(order.accept()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await order.buyer.orders.details({ orderId: order.orderId })).toMatchObject({
      state: 'RELEASED',
      releasedAt: expect.any(String),
      can: [],
    })
  })

  it('is the seller’s 48 hours after the handover, after one reminder, by whatever many processes', async () => {
    const order = await handedOver()
    const { protectedUntil } = await order.buyer.orders.details({ orderId: order.orderId })
    const until = protectedUntil?.slice(0, 16).replace('T', ' ')
    const [handover] = await messagesOf(order.buyerId, 'handed-over')
    expect(handover).toContain(`Until ${until} UTC you can report a problem; then the money is the seller’s.`)
    await pass(23)
    await market.runJobs()
    expect(await messagesOf(order.buyerId, 'reminder')).toEqual([])
    await pass(2)
    await market.runJobs()
    await pass(22)
    await market.runJobs()
    expect(await messagesOf(order.buyerId, 'reminder')).toEqual([expect.stringContaining('within 24 hours')])
    expect(await stateOf(order.orderId)).toBe('HANDED_OVER')
    await pass(1)
    const failures = await Promise.all([1, 2, 3].map(() => releaseDueMoney(market.platform)))
    expect(failures.flat()).toEqual([])
    expect(await stateOf(order.orderId)).toBe('RELEASED')
    expect(await balanceOf(order.sellerId)).toBe(19_000)
    expect(await messagesOf(order.sellerId, 'released')).toHaveLength(1)
    expect(await entriesOf(order.orderId)).toEqual([{ actorId: null }])
  })

  it('is released once when the buyer and the deadline come together', async () => {
    const order = await handedOver()
    await pass(49)
    await Promise.allSettled([order.accept(), releaseDueMoney(market.platform)])
    expect(await stateOf(order.orderId)).toBe('RELEASED')
    expect(await balanceOf(order.sellerId)).toBe(19_000)
    expect(await entriesOf(order.orderId)).toHaveLength(1)
  })

  it('waits while a bank disputes it, and is released when the dispute is won', async () => {
    const order = await handedOver()
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    await pass(72)
    await market.runJobs()
    expect(await stateOf(order.orderId)).toBe('HANDED_OVER')
    await expect(order.accept()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('bank') })
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
    await market.runJobs()
    expect(await stateOf(order.orderId)).toBe('RELEASED')
    expect(await balanceOf(order.sellerId)).toBe(19_000)
  })

  it('waits while a part of it is on its way back, and what is left is released once that has arrived', async () => {
    const order = await handedOver({ card: 'pm_card_pendingRefund' })
    const refundId = await refundAtProvider(order, 6_001)
    await expect(order.accept()).rejects.toMatchObject({ code: 'CONFLICT' })
    await pass(72)
    expect(await releaseDueMoney(market.platform)).toEqual([])
    expect(await stateOf(order.orderId)).toBe('HANDED_OVER')
    await market.card.bank.succeedRefund(refundId)
    await order.settle()
    expect(await releaseDueMoney(market.platform)).toEqual([])
    expect(await stateOf(order.orderId)).toBe('RELEASED')
    expect(await balanceOf(order.sellerId)).toBe(13_999 - 700)
  })

  it('is nobody’s any more once a bank took it: the sale is closed all the same', async () => {
    const order = await handedOver()
    const disputeId = await market.card.dispute(order.intentId)
    await market.card.bank.decideDispute(disputeId, 'lose')
    await order.settle()
    await pass(72)
    await market.runJobs()
    expect(await stateOf(order.orderId)).toBe('RELEASED')
    expect(await balanceOf(order.sellerId)).toBe(0)
    expect(await messagesOf(order.sellerId, 'released')).toEqual([expect.stringContaining('gone back to the buyer')])
  })

  it('is what is left after a refund in part, with the fee of that part', async () => {
    const order = await handedOver()
    await refundAtProvider(order, 6_001)
    await order.accept()
    // The fee of $139.99 is $7.00: half a cent counts as one.
    expect(await balanceOf(order.sellerId)).toBe(13_999 - 700)
  })

  it('comes to the seller of a suspended account too, where payouts can wait for it', async () => {
    const order = await handedOver()
    await (await market.asAdmin()).accounts.suspend({ userId: order.sellerId, reason: 'Fake phones' })
    await pass(49)
    await market.runJobs()
    expect(await stateOf(order.orderId)).toBe('RELEASED')
  })

  it('is released by its buyer alone, and only after the handover', async () => {
    const unpaid = await market.order()
    await expect(market.as(unpaid.buyerId).orders.acceptPhone({ orderId: unpaid.id })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const paid = await paidOrder(market)
    await expect(paid.buyer.orders.acceptPhone({ orderId: paid.orderId })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { orderId, seller } = await handedOver()
    for (const caller of [seller, await market.asBuyer(), await market.asSeller(), await market.asAdmin()])
      await expect(caller.orders.acceptPhone({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await stateOf(orderId)).toBe('HANDED_OVER')
  })
})

describe('what goes back after the release', () => {
  it('is taken from the seller and from the fee in proportion, and comes back to them when it fails', async () => {
    const order = await handedOver()
    await order.accept()
    const refundId = await refundAtProvider(order, 6_001)
    expect(await balanceOf(order.sellerId)).toBe(13_999 - 700)
    await market.card.bank.failRefund(refundId)
    await order.settle()
    expect(await balanceOf(order.sellerId)).toBe(19_000)
    expect(await stateOf(order.orderId)).toBe('RELEASED')
  })

  it('is all of it when a dispute is lost: the seller has nothing, and the fee is given back', async () => {
    const order = await handedOver()
    await order.accept()
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    expect(await balanceOf(order.sellerId)).toBe(19_000)
    await market.card.bank.decideDispute(disputeId, 'lose')
    await order.settle()
    expect(await balanceOf(order.sellerId)).toBe(0)
  })
})

describe('a fee with a tax', () => {
  const taxed = { feeTaxBasisPoints: 2000 }

  it('is divided by the release; what goes back after it is taken from both, and comes back to both', async () => {
    const order = await handedOver(taxed)
    await order.accept()
    expect(await sharesOf(order)).toEqual([19_000, 833, 167])
    const refundId = await refundAtProvider(order, 6_001)
    // The fee of $139.99 is $7.00, of which $1.17 is the tax.
    expect(await sharesOf(order)).toEqual([13_299, 583, 117])
    await market.card.bank.failRefund(refundId)
    await order.settle()
    expect(await sharesOf(order)).toEqual([19_000, 833, 167])
  })

  it('is the fee of what is left after a refund in part, with its tax', async () => {
    const order = await handedOver(taxed)
    await refundAtProvider(order, 6_001)
    expect(await sharesOf(order)).toEqual([0, 0, 0])
    await order.accept()
    expect(await sharesOf(order)).toEqual([13_299, 583, 117])
  })

  it('is given back with its tax when a dispute is lost', async () => {
    const order = await handedOver(taxed)
    await order.accept()
    const disputeId = await market.card.dispute(order.intentId)
    await market.card.bank.decideDispute(disputeId, 'lose')
    await order.settle()
    expect(await sharesOf(order)).toEqual([0, 0, 0])
  })
})
