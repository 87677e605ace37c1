import { PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDispute } from '#orders/open-dispute.ts'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { enforceDeadlines } from './enforce-deadlines.ts'
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

async function disputed(dispute: Parameters<Market['card']['dispute']>[1] = {}) {
  const order = await paidOrder(market)
  const disputeId = await market.card.dispute(order.intentId, dispute)
  await Promise.all([order.settle(), order.settle()])
  const decide = async (decision: Parameters<Market['card']['bank']['decideDispute']>[1]) => {
    await market.card.bank.decideDispute(disputeId, decision)
    await Promise.all([order.settle(), order.settle()])
  }
  return { ...order, disputeId, decide }
}

/** A paid order whose refund the provider has not been reached with, and which is then disputed. */
async function promisedThenDisputed() {
  const order = await paidOrder(market)
  const { createRefund } = market.platform.cardPayments
  market.platform.cardPayments.createRefund = () => Promise.reject(new Error('away'))
  await order.refund()
  market.platform.cardPayments.createRefund = createRefund
  const disputeId = await market.card.dispute(order.intentId)
  await market.runJobs()
  return { ...order, disputeId }
}

const isOpen = async (orderId: string) =>
  (await market.database.dispute.count({ where: { ...openDispute, payment: { orderId } } })) > 0

describe('a dispute', () => {
  it('notifies every admin with its date, and the seller; nothing is refunded while it is open', async () => {
    const order = await disputed({ reason: 'product_not_received' })
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'NEEDS_RESPONSE'])
    expect([await order.notifications(adminId), await order.notifications(order.sellerId)]).toEqual([
      ['disputed'],
      ['disputed'],
    ])
    const notice = await market.database.notice.findFirst({ where: { userId: adminId, orderId: order.orderId } })
    expect(notice?.message).toMatch(/disputes \$200 for Aurora 12 \(product_not_received\)\. Answer it .* by \d{4}-/)
    expect(await isOpen(order.orderId)).toBe(true)
    await expect(order.refund()).rejects.toMatchObject({ code: 'CONFLICT' })
    await order.decide('review')
    expect((await order.states()).at(-1)).toBe('UNDER_REVIEW')
    expect(await order.notifications(adminId)).toEqual(['disputed'])
    expect((await market.as(adminId).payments.open({ kind: 'disputed', limit: 50 })).items).toContainEqual(
      expect.objectContaining({ paymentId: order.paymentId, state: 'UNDER_REVIEW', dueAt: expect.any(String) }),
    )
  })

  it('that is won lets the order go on, with three days at least for the handover, and a refund', async () => {
    const order = await disputed()
    await market.database.$executeRaw`
      UPDATE orders SET handover_due_at = now() - interval '1 day' WHERE id = ${order.orderId}::uuid`
    await order.decide('win')
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'WON'])
    expect(await isOpen(order.orderId)).toBe(false)
    const [due] = await market.database.$queryRaw<{ days: number }[]>`
      SELECT round(extract(epoch FROM handover_due_at - now()) / 86400)::int AS days FROM orders
      WHERE id = ${order.orderId}::uuid`
    expect(due?.days).toBe(3)
    expect(await order.notifications(order.sellerId)).toEqual(['dispute-closed', 'disputed'])
    expect(await order.notifications(order.buyerId)).toEqual(['dispute-closed'])
    await order.refund()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'WON'])
  })

  it('that is lost ends the order and takes the phone off the market; nothing more is owed', async () => {
    const order = await disputed()
    await order.decide('lose')
    await market.runJobs()
    expect(await order.states()).toEqual(['DISPUTE_LOST', 'REMOVED', 'SUCCEEDED', 'LOST'])
    expect(await order.notifications(order.sellerId)).toEqual(['dispute-closed', 'disputed'])
    expect(await order.notifications(order.buyerId)).toEqual(['dispute-closed'])
    expect(await order.notifications(adminId)).toEqual(['dispute-closed', 'disputed'])
    const { payments } = await order.buyer.payments.ofOrder({ orderId: order.orderId })
    expect(payments).toMatchObject([{ owedCents: 0, disputes: [{ state: 'LOST', amountCents: 20_000 }] }])
  })

  it('that is lost after the handover leaves the order', async () => {
    const order = await disputed()
    await endOrderRow(market.database, order.orderId, { state: 'HANDED_OVER' })
    await order.decide('lose')
    expect(await order.states()).toEqual(['HANDED_OVER', 'SOLD', 'SUCCEEDED', 'LOST'])
    expect(await order.notifications(order.sellerId)).toEqual(['dispute-closed', 'disputed'])
    expect(await order.notifications(adminId)).toEqual(['dispute-closed', 'disputed'])
    // The buyer's time to report a problem is over.
    await market.timePasses({ hours: PROTECTION_HOURS + 1 })
    await enforceDeadlines(market.platform)
    expect((await market.database.order.findUniqueOrThrow({ where: { id: order.orderId } })).state).toBe('RELEASED')
  })

  it('counts by its amount: one of a part leaves the order, and what is left', async () => {
    const order = await disputed({ amount: 5000 })
    await order.decide('lose')
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'LOST'])
    await order.refund()
    const [refund] = await market.database.refund.findMany({ where: { paymentId: order.paymentId } })
    // The provider gives nothing back of a charge that was lost in part: an admin has been notified.
    expect(refund).toMatchObject({ amountCents: 15_000, state: 'FAILED', failureReason: 'charge_disputed' })
    expect(await order.notifications(adminId)).toEqual(['dispute-closed', 'disputed', 'refund-failed'])
  })

  it('is found without a webhook, and so is its end', async () => {
    const order = await paidOrder(market)
    const disputeId = await market.card.dispute(order.intentId)
    await market.timePasses({ hours: 2 / 60 })
    await reconcilePayments(market.platform)
    expect((await order.states()).at(-1)).toBe('NEEDS_RESPONSE')
    await market.card.bank.decideDispute(disputeId, 'lose')
    await market.timePasses({ hours: 60 * 24 })
    await reconcilePayments(market.platform)
    expect((await order.states()).at(-1)).toBe('LOST')
    // Of the phones that were handed over above.
    await releaseDueMoney(market.platform)
  })

  it('does not go back by an answer that is older', async () => {
    const order = await disputed()
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    const before = await retrieveIntent(order.intentId)
    await order.decide('win')
    cardPayments.retrieveIntent = async () => before
    await order.settle()
    cardPayments.retrieveIntent = retrieveIntent
    expect((await order.states()).at(-1)).toBe('WON')
    expect(await order.notifications(order.sellerId)).toEqual(['dispute-closed', 'disputed'])
  })
})

describe('a dispute of what was promised back', () => {
  it('delays the refund, and once it is won the money goes back', async () => {
    const order = await promisedThenDisputed()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'SUCCEEDED', 'REQUESTED', 'NEEDS_RESPONSE'])
    await market.card.bank.decideDispute(order.disputeId, 'win')
    await order.settle()
    await market.runJobs()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'WON'])
  })

  it('drops the promise when it is lost', async () => {
    const order = await promisedThenDisputed()
    await market.card.bank.decideDispute(order.disputeId, 'lose')
    await order.settle()
    await market.runJobs()
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'SUCCEEDED', 'FAILED', 'LOST'])
    const refund = await market.database.refund.findFirst({ where: { paymentId: order.paymentId } })
    expect(refund?.failureReason).toBe('The bank gave the money back')
    expect(await order.notifications(order.buyerId)).toEqual(['dispute-closed', 'refunded'])
  })

  it('fails the refund that was pending; it is requested again once the dispute is won', async () => {
    const order = await paidOrder(market, 'pm_card_pendingRefund')
    await order.refund()
    const disputeId = await market.card.dispute(order.intentId, { status: 'warning_needs_response' })
    await market.card.bank.decideDispute(disputeId, 'escalate')
    await order.settle()
    expect((await order.states()).slice(3)).toEqual(['FAILED', 'REQUESTED', 'NEEDS_RESPONSE'])
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
    await market.runJobs()
    expect((await order.states()).slice(3, 5)).toEqual(['FAILED', 'PENDING'])
    await market.card.bank.advanceClock(10)
    await order.settle()
    expect((await order.states()).slice(2)).toEqual(['REFUNDED', 'FAILED', 'SUCCEEDED', 'WON'])
  })
})

describe('an inquiry', () => {
  it('blocks the handover, not the refund, and closed counts as won', async () => {
    const order = await disputed({ status: 'warning_needs_response' })
    expect((await order.states()).at(-1)).toBe('INQUIRY')
    expect(await isOpen(order.orderId)).toBe(true)
    await order.decide('close')
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'WON'])
    const other = await disputed({ status: 'warning_needs_response' })
    await other.refund()
    expect(await other.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'INQUIRY'])
  })

  it('stops the time for a handover that it forbids, and leaves three days after it', async () => {
    const order = await disputed({ status: 'warning_needs_response' })
    const { orderId } = order
    const past = new Date(Date.now() - 2 * 3_600_000)
    await market.database.order.update({ where: { id: orderId }, data: { handoverDueAt: past } })
    await enforceDeadlines(market.platform)
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'INQUIRY'])
    await order.decide('close')
    await enforceDeadlines(market.platform)
    const { handoverDueAt } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(Math.round((Number(handoverDueAt) - Date.now()) / 3_600_000)).toBe(72)
    expect((await order.states())[0]).toBe('PAID')
  })

  it('that becomes a claim notifies again', async () => {
    const order = await disputed({ status: 'warning_needs_response' })
    await order.decide('escalate')
    expect((await order.states()).at(-1)).toBe('NEEDS_RESPONSE')
    expect(await order.notifications(adminId)).toEqual(['disputed', 'disputed'])
  })
})

describe('a dispute that was lost and is won on appeal', () => {
  const kinds = ['SELLER_BALANCE', 'PLATFORM_FEES', 'HELD', 'BUYER_REFUNDS', 'LOSSES', 'DISPUTED'] as const
  /** Where the money of a payment is, in cents. */
  const positionOf = async (paymentId: string) => {
    const rows = await market.database.ledgerEntry.findMany({
      where: { transaction: { paymentId }, account: { kind: { in: [...kinds] } } },
      select: { amountCents: true, account: { select: { kind: true } } },
    })
    const sums: Record<string, number> = {}
    for (const { account, amountCents } of rows) sums[account.kind] = (sums[account.kind] ?? 0) + Number(amountCents)
    return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
  }
  const withFee = (orderId: string) =>
    market.database.order.update({ where: { id: orderId }, data: { feeCents: 1_000 } })

  it('of a released order gives seller and market back what each has borne', async () => {
    const order = await disputed()
    const { orderId, paymentId } = order
    await withFee(orderId)
    await endOrderRow(market.database, orderId, { state: 'HANDED_OVER' })
    await order.decide('win')
    await order.buyer.orders.acceptPhone({ orderId })
    const second = await market.card.dispute(order.intentId)
    await order.settle()
    await market.card.bank.decideDispute(second, 'lose')
    await order.settle()
    expect(await positionOf(paymentId)).toEqual({})
    await market.card.bank.decideDispute(second, 'appeal')
    await Promise.all([order.settle(), order.settle()])
    await order.settle()
    expect(await positionOf(paymentId)).toEqual({ SELLER_BALANCE: -19_000, PLATFORM_FEES: -1_000 })
    expect(await order.states()).toEqual(['HANDED_OVER', 'SOLD', 'SUCCEEDED', 'WON', 'WON'])
    const notice = await market.database.notice.findFirst({
      where: { userId: order.sellerId, kind: 'dispute-closed' },
      orderBy: { id: 'desc' },
    })
    expect(notice?.message).toBe(
      'The dispute of the payment for Aurora 12 is won after all: the bank gave $200 back. Your part of it is on your balance again.',
    )
  })

  it('of a phone in the buyer’s hands whose problem was open gives it to the seller', async () => {
    const order = await paidOrder(market)
    const { orderId, buyer, paymentId } = order
    await withFee(orderId)
    await buyer.orders.confirmHandover({ orderId })
    const problem = { reason: 'OTHER', text: 'A scratch', wish: 'MONEY_BACK', wishCents: null } as const
    await buyer.claims.open({ orderId, ...problem, images: [] })
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    await market.card.bank.decideDispute(disputeId, 'lose')
    await order.settle()
    expect(await order.states()).toEqual(['DISPUTE_LOST', 'REMOVED', 'SUCCEEDED', 'LOST'])
    await market.card.bank.decideDispute(disputeId, 'appeal')
    await Promise.all([order.settle(), order.settle()])
    await market.runJobs()
    expect(await order.states()).toEqual(['HANDED_OVER', 'SOLD', 'SUCCEEDED', 'WON'])
    expect(await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      ...{ state: 'RELEASED', releasedAt: expect.any(Date), endReason: null },
    })
    expect((await market.database.claim.findUniqueOrThrow({ where: { orderId } })).state).toBe('DECLINED')
    expect(await positionOf(paymentId)).toEqual({ SELLER_BALANCE: -19_000, PLATFORM_FEES: -1_000 })
    const messages = await market.database.notice.findMany({ where: { userId: order.buyerId, kind: 'dispute-closed' } })
    expect(messages.at(-1)?.message).toBe(
      'Your bank has decided about Aurora 12 once more, for the seller, and may take $200 from you again. You have the phone, and the money is the seller’s.',
    )
    const { events } = await buyer.orders.details({ orderId })
    expect(events.map(({ kind }) => kind).slice(-2)).toEqual(['dispute-closed', 'money-released'])
  })

  it.each([
    ['before the appeal', 'LOST'],
    ['after it', 'WON'],
  ] as const)(
    'of a part leaves the other part its buyer’s, also where their refund of it bounces %s',
    async (_, bounced) => {
      const order = await paidOrder(market)
      const { orderId, buyer, paymentId, intentId } = order
      await withFee(orderId)
      await buyer.orders.confirmHandover({ orderId })
      const problem = { reason: 'OTHER', text: 'A scratch', wish: 'MONEY_BACK', wishCents: null } as const
      await buyer.claims.open({ orderId, ...problem, images: [] })
      const refundId = await market.card.refund(intentId, 12_000)
      const disputeId = await market.card.dispute(intentId, { amount: 8000 })
      await order.settle()
      const bounce = async () => {
        await market.card.bank.failRefund(refundId)
        await order.settle()
      }
      await market.card.bank.decideDispute(disputeId, 'lose')
      await order.settle()
      expect((await order.states())[0]).toBe('DISPUTE_LOST')
      if (bounced === 'LOST') await bounce()
      await market.card.bank.decideDispute(disputeId, 'appeal')
      await Promise.all([order.settle(), order.settle()])
      if (bounced === 'WON') await bounce()
      expect(await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
        ...{ state: 'PARTLY_REFUNDED', ending: 'HANDED_OVER', giveBackCents: 12_000 },
      })
      expect(await positionOf(paymentId)).toEqual({
        SELLER_BALANCE: -7600,
        PLATFORM_FEES: -400,
        BUYER_REFUNDS: -12_000,
      })
      const admin = await market.asAdmin()
      await admin.payments.askRefundAgain({ paymentId })
      await market.runJobs()
      expect(await positionOf(paymentId)).toEqual({ SELLER_BALANCE: -7600, PLATFORM_FEES: -400 })
      expect(await order.refundedCents()).toBe(12_000)
    },
  )

  it('of a phone that was to be returned gives it back to the buyer, since nobody knows who has the phone', async () => {
    const order = await paidOrder(market)
    const { orderId, buyer, seller, paymentId } = order
    await buyer.orders.confirmHandover({ orderId })
    const problem = { reason: 'OTHER', text: 'A scratch', wish: 'RETURN', wishCents: null } as const
    await buyer.claims.open({ orderId, ...problem, images: [] })
    await seller.claims.answer({ orderId, answer: 'AGREED', offerCents: null })
    const disputeId = await market.card.dispute(order.intentId)
    for (const act of ['lose', 'appeal'] as const) {
      await order.settle()
      await market.card.bank.decideDispute(disputeId, act)
    }
    await order.settle()
    await market.runJobs()
    expect(await order.states()).toEqual(['DISPUTE_LOST', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'WON'])
    expect(await order.refundedCents()).toBe(20_000)
    expect(await positionOf(paymentId)).toEqual({})
  })

  it('of a phone that nobody handed over gives it back to the buyer', async () => {
    const order = await disputed()
    await order.decide('lose')
    await order.decide('appeal')
    await market.runJobs()
    expect(await order.states()).toEqual(['DISPUTE_LOST', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'WON'])
    expect(await order.refundedCents()).toBe(20_000)
    expect(await positionOf(order.paymentId)).toEqual({})
    expect(await order.notifications(order.buyerId)).toEqual(['dispute-closed', 'dispute-closed'])
  })

  it('of a part goes on being held for the order', async () => {
    const order = await disputed({ amount: 5000 })
    await order.decide('lose')
    expect(await positionOf(order.paymentId)).toEqual({ HELD: -15_000 })
    await order.decide('appeal')
    expect(await positionOf(order.paymentId)).toEqual({ HELD: -20_000 })
    expect(await order.states()).toEqual(['PAID', 'SOLD', 'SUCCEEDED', 'WON'])
  })

  it('makes good first what the market had lost', async () => {
    const order = await paidOrder(market)
    await order.refund()
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    await market.card.bank.decideDispute(disputeId, 'lose')
    await order.settle()
    expect(await positionOf(order.paymentId)).toEqual({ LOSSES: 20_000 })
    await market.card.bank.decideDispute(disputeId, 'appeal')
    await order.settle()
    await market.runJobs()
    expect(await positionOf(order.paymentId)).toEqual({})
    expect(await order.states()).toEqual(['REFUNDED_BY_SELLER', 'REMOVED', 'REFUNDED', 'SUCCEEDED', 'WON'])
  })

  it('is found without its event, and an older answer changes nothing any more', async () => {
    const order = await disputed()
    await order.decide('lose')
    const { cardPayments } = market.platform
    const { retrieveIntent } = cardPayments
    const lost = await retrieveIntent(order.intentId)
    await order.decide('appeal')
    cardPayments.retrieveIntent = async () => lost
    await order.settle()
    cardPayments.retrieveIntent = retrieveIntent
    expect((await order.states()).at(-1)).toBe('WON')
  })
})
