import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enforceDeadlines } from '#payments/enforce-deadlines.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { claimed, undecided } from './testing/claimed-order.ts'

let market: Market
let adminId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  adminId = (await market.user({ role: 'ADMIN' })).id
})
afterAll(() => market.close())

type Order = Awaited<ReturnType<typeof paidOrder>>

/** A bank asks about the payment, and can still be answered by a refund; or it holds the money. */
async function dispute(order: Pick<Order, 'intentId' | 'settle'>, status?: 'warning_needs_response'): Promise<void> {
  await market.card.dispute(order.intentId, { ...(status && { status }) })
  await order.settle()
}

async function hours(count: number): Promise<void> {
  await market.timePasses({ hours: count })
  await enforceDeadlines(market.platform)
}

/** What a user has been told of an order since, in its words. */
async function told(userId: string, orderId: string): Promise<string[]> {
  const where = { userId, orderId, kind: { in: ['reminder', 'case-undecided', 'handover-undecided'] } }
  const notices = await market.database.notice.findMany({ where, orderBy: { id: 'asc' } })
  return notices.map(({ message }) => message)
}

async function reportedSeller(): Promise<Order> {
  const order = await paidOrder(market)
  const { orderId, buyer, seller } = order
  const meetingTime = new Date(Date.now() + 3_600_000).toISOString()
  const { proposalId } = await buyer.orders.proposeMeeting({ orderId, meetingPlace: 'Café Kranz', meetingTime })
  await seller.orders.acceptProposal({ orderId, proposalId })
  await market.timePasses({ hours: 2 })
  await buyer.orders.reportNoShow({ orderId, text: 'I waited for an hour.' })
  return order
}

async function deniedHandover(): Promise<Order> {
  const order = await paidOrder(market)
  const { orderId } = order
  await order.seller.orders.claimHandover({ orderId })
  await order.buyer.orders.denyHandover({ orderId, reason: 'I have no phone.' })
  return order
}

describe('while a bank asks about a payment, which keeps nobody from settling it, somebody is reminded of', () => {
  it('the answer to a report that they did not come, whose time runs on', async () => {
    const order = await reportedSeller()
    await dispute(order, 'warning_needs_response')
    await hours(19)
    expect(await told(order.sellerId, order.orderId)).toContainEqual(expect.stringContaining('Answer within 6 hours'))
  })

  it('a proposal to cancel', async () => {
    const order = await paidOrder(market)
    const { orderId, buyer, sellerId } = order
    await buyer.orders.proposeCancellation({ orderId, reason: 'I have found another.' })
    await dispute(order, 'warning_needs_response')
    await hours(40)
    expect(await told(sellerId, orderId)).toContainEqual(expect.stringContaining('Answer within 12 hours'))
  })

  it('a case, before its time is over and after', async () => {
    const order = await undecided(market)
    await dispute(order, 'warning_needs_response')
    await hours(60)
    await hours(20)
    expect(await told(adminId, order.orderId)).toEqual([
      expect.stringContaining('waits for your decision'),
      expect.stringContaining('within 24 hours'),
      expect.stringContaining('is over'),
    ])
  })

  it('an undecided handover, before its time is over and after', async () => {
    const order = await deniedHandover()
    await dispute(order, 'warning_needs_response')
    await hours(60)
    await hours(20)
    const messages = await told(adminId, order.orderId)
    expect(messages).toContainEqual(expect.stringContaining('Decide within 24 hours'))
    expect(messages.at(-1)).toContain('is over')
  })
})

describe('while a bank holds the money, nobody is reminded of', () => {
  it('a return, which could not be confirmed', async () => {
    const order = await claimed(market, { wish: 'RETURN' })
    await order.answer({ answer: 'AGREED' })
    await dispute(order)
    await hours(6 * 24 + 2)
    expect(await order.state()).toBe('RETURNING')
    for (const userId of [order.buyerId, order.sellerId]) expect(await told(userId, order.orderId)).toEqual([])
  })

  it('a case or a handover that an admin could not decide', async () => {
    for (const order of [await undecided(market), await deniedHandover()]) {
      const before = await told(adminId, order.orderId)
      await dispute(order)
      await hours(60)
      await hours(20)
      expect(await told(adminId, order.orderId)).toEqual(before)
    }
  })

  it('a report that they did not come, whose time waits', async () => {
    const order = await reportedSeller()
    await dispute(order)
    await hours(25)
    expect(await told(order.sellerId, order.orderId)).toEqual([])
    expect((await order.states())[0]).toBe('PAID')
  })
})
