import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undecided } from '#claims/testing/claimed-order.ts'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { reconcilePayments } from '#payments/reconcile-payments.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { fundsBecomeAvailable, move, payee, releasedDeal } from '#payouts/testing/payee.ts'
import { removeDueAccounts } from './remove-due-accounts.ts'

const DELETE = { confirmation: 'DELETE' }
const DAY = 24

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

/** What keeps a user from leaving: the preview and the request say the same. */
async function obstacleOf(userId: string): Promise<string | null> {
  const caller = market.as(userId)
  const { obstacle } = await caller.accounts.previewDeletion()
  if (obstacle !== null) {
    await expect(caller.accounts.requestDeletion(DELETE)).rejects.toMatchObject({ code: 'CONFLICT', message: obstacle })
    expect(await caller.accounts.me()).not.toHaveProperty('deletesAt')
  }
  return obstacle
}

/** An order whose buyer's bank sends the refund back each time, until an admin has to see to it. */
async function refundedInVain() {
  const order = await paidOrder(market)
  await order.refund()
  for (const hours of [1, 6, 24, 0]) {
    const [refund] = await market.card.refunds(order.intentId)
    await market.card.bank.failRefund(refund?.id ?? '')
    await order.settle()
    await market.timePasses({ hours: hours + 1 / 60 })
    await reconcilePayments(market.platform)
  }
  const admin = await market.asAdmin()
  expect((await admin.payments.open({ kind: 'failed', limit: 9 })).items).toMatchObject([{ amountCents: 20_000 }])
  return order
}

const newSeller = async () => (await market.user({ role: 'SELLER' })).id

const farewellTo = async (userId: string) =>
  (await market.database.mail.findFirstOrThrow({ where: { userId, kind: 'account-removed' } })).message

describe('whoever asks to leave', () => {
  it('waits, on either side, while the buyer has the phone and may report a problem, and is told until when', async () => {
    const { orderId, buyer, buyerId, seller, sellerId } = await paidOrder(market)
    const { handoverCode } = await buyer.orders.byId({ orderId })
    await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
    const { protectedUntil } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    const until = protectedUntil?.toISOString().slice(0, 16).replace('T', ' ')
    for (const side of [buyerId, sellerId]) {
      expect(await obstacleOf(side)).toContain(`its buyer can report a problem until ${until} UTC`)
    }
    await market.timePasses({ hours: 49 })
    expect(await obstacleOf(buyerId)).toContain('the money of a phone that was handed over is not its seller’s yet')
    await releaseDueMoney(market.platform)
    expect(await obstacleOf(buyerId)).toBeNull()
  })

  it('waits while their earnings are here, and is told the sum and the way', async () => {
    const sellerId = await newSeller()
    await releasedDeal(market, sellerId)
    const wanted =
      '$190 of yours has not arrived at your bank. Set up payouts on the page of your earnings, /dashboard/earnings'
    expect(await obstacleOf(sellerId)).toContain(wanted)
    await market.database.user.update({ where: { id: sellerId }, data: { payoutsFrozenAt: new Date() } })
    expect(await obstacleOf(sellerId)).toContain('What is sent to you was stopped')
  })

  it('waits while they are on the way, and leaves once they have arrived', async () => {
    const seller = await payee(market)
    await seller.deal()
    expect(await obstacleOf(seller.sellerId)).toContain(
      '$190 of yours has not arrived at your bank. It is sent by itself',
    )
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await obstacleOf(seller.sellerId)).toContain('$190 of yours')
    await seller.arrive()
    expect(await obstacleOf(seller.sellerId)).toBeNull()
    expect(await market.as(seller.sellerId).accounts.requestDeletion(DELETE)).toHaveProperty('deletesAt')
  })

  it('waits while they owe the market', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    await deal.refund(10_000)
    await move(market)
    expect(await seller.money()).toEqual({ balance: -9500, onItsWay: 0 })
    expect(await obstacleOf(seller.sellerId)).toContain('you owe the market $95. Your next sales pay it, or write to')
  })

  it('is not held by less than a payout, nor by the demo market’s money', async () => {
    const sellerId = await newSeller()
    const deal = await releasedDeal(market, sellerId)
    await market.database.payment.update({ where: { id: deal.paymentId }, data: { intentId: 'pi_demo_1' } })
    expect(await obstacleOf(sellerId)).toBeNull()
    await market.database.payment.update({ where: { id: deal.paymentId }, data: { intentId: deal.intentId } })
    await deal.refund(19_900)
    const { _sum: sum } = await market.database.ledgerEntry.aggregate({
      where: { account: { kind: 'SELLER_BALANCE', ownerId: sellerId } },
      _sum: { amountCents: true },
    })
    expect(Number(sum.amountCents)).toBe(-95)
    expect(await obstacleOf(sellerId)).toBeNull()
  })

  it('is kept while a bank disputes, after they asked, what was settled before, and is told why once', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    const { sellerId } = seller
    await market.as(sellerId).accounts.requestDeletion(DELETE)
    const disputeId = await market.card.dispute(deal.intentId)
    await deal.settle()
    const user = () => market.database.user.findUniqueOrThrow({ where: { id: sellerId } })
    for (let week = 0; week < 2; week += 1) {
      await market.timePasses({ hours: 8 * DAY })
      await removeDueAccounts(market.platform)
      expect(await user()).toMatchObject({ deletedAt: null, email: expect.any(String) })
    }
    const mails = await market.database.mail.findMany({ where: { userId: sellerId, kind: 'deletion-put-off' } })
    expect(mails.map(({ message }) => message)).toEqual([
      'Your account is not deleted yet: the bank has not decided about a payment. It is deleted within a week of when that is settled. To keep it, log in again.',
    ])
    await market.card.bank.decideDispute(disputeId, 'win')
    await deal.settle()
    await market.timePasses({ hours: 8 * DAY })
    await removeDueAccounts(market.platform)
    expect(await user()).toMatchObject({ deletedAt: expect.any(Date), email: null })
  })

  it('is kept while money that the market owes them cannot be given back, also when that comes after they asked', async () => {
    const order = await refundedInVain()
    const { buyerId } = order
    const why = '$200 could not be given back to your card. Write to whoever runs this market to have it'
    expect(await obstacleOf(buyerId)).toBe(
      `Your account cannot be deleted yet: ${why}. Try again when that is settled.`,
    )
    expect(await obstacleOf(order.sellerId)).toBeNull()
    const day = new Date()
    await market.database.user.update({ where: { id: buyerId }, data: { deletionRequestedAt: day, deletesAt: day } })
    await removeDueAccounts(market.platform)
    expect(await market.database.user.findUniqueOrThrow({ where: { id: buyerId } })).toMatchObject({ deletedAt: null })
    expect(
      await market.database.mail.findFirst({ where: { userId: buyerId, kind: 'deletion-put-off' } }),
    ).toMatchObject({
      message: expect.stringContaining(why),
    })
    const admin = await market.asAdmin()
    await admin.payments.settleRefundOutside({ paymentId: order.paymentId, note: 'By bank transfer' })
    expect(await obstacleOf(buyerId)).toBeNull()
  })

  it('meets a handover, a release and a transfer with nothing left behind', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orderId, buyer, seller, sellerId } = await paidOrder(market)
      const { handoverCode } = await buyer.orders.byId({ orderId })
      const asking = () => seller.accounts.requestDeletion(DELETE)
      const results = await Promise.allSettled([
        seller.orders.handOver({ orderId, code: handoverCode ?? '' }).then(() => buyer.orders.acceptPhone({ orderId })),
        asking(),
        asking(),
        asking(),
      ])
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
      expect(await obstacleOf(sellerId)).toContain('of yours')
    }
  })
})

describe('a seller whom an admin removes', () => {
  it('has the sum in the preview and in the last mail, and it is open money at once; the ledger holds for ever', async () => {
    const admin = await market.asAdmin()
    const sellerId = await newSeller()
    const { orderId } = await releasedDeal(market, sellerId)
    expect(await admin.accounts.previewRemoval({ userId: sellerId })).toMatchObject({
      ...{ balanceCents: 19_000, heldCents: 0, isPayable: false },
    })
    expect((await admin.payments.summary()).open.unclaimed).toBe(0)
    await admin.accounts.removeUser({ userId: sellerId })
    expect(await farewellTo(sellerId)).toContain(
      '$190 of what you have sold is still with the market. It waits here for you: write to',
    )
    expect((await admin.payments.summary()).open.unclaimed).toBe(1)
    expect((await admin.payments.open({ kind: 'unclaimed', limit: 9 })).items).toMatchObject([
      { orderId, amountCents: 19_000, reason: 'the seller was removed', sellerName: '' },
    ])
    await market.timePasses({ hours: 100 * DAY })
    await move(market)
    expect(await market.checkLedger()).toEqual([])
    expect(await market.database.orderReminder.count({ where: { kind: { startsWith: 'payout-' } } })).toBe(0)
  })

  it('is paid what a case says after they have gone: it is open money, or sent where they have an account', async () => {
    const admin = await market.asAdmin()
    const cases = [await undecided(market), await undecided(market)] as const
    await payee(market, { sellerId: cases[1].sellerId })
    for (const [index, { sellerId, orderId }] of cases.entries()) {
      expect(await admin.accounts.previewRemoval({ userId: sellerId })).toMatchObject({
        ...{ balanceCents: 0, heldCents: 19_000, isPayable: index === 1 },
      })
      await admin.accounts.removeUser({ userId: sellerId })
      await admin.cases.decide({
        orderId,
        decision: 'RELEASE',
        refundCents: null,
        leftCents: 20_000,
        reason: 'The seller is right',
      })
    }
    const mails = await Promise.all(cases.map(({ sellerId }) => farewellTo(sellerId)))
    expect(mails[0]).toContain('It waits here for you: write to whoever runs this market to have it, $190 of it once')
    expect(mails[1]).toContain('It is sent to your bank, $190 of it once nobody claims it.')
    await fundsBecomeAvailable(market)
    await move(market)
    expect((await admin.payments.open({ kind: 'unclaimed', limit: 9 })).items).toMatchObject([
      { orderId: cases[0].orderId, amountCents: 19_000 },
    ])
    expect(await market.database.transfer.findMany({ select: { orderId: true, state: true } })).toEqual([
      { orderId: cases[1].orderId, state: 'SENT' },
    ])
    expect(await market.checkLedger()).toEqual([])
  })

  it('whose account pays nothing out, or whose payouts are frozen, is told so, and it is open money at once', async () => {
    const admin = await market.asAdmin()
    const [paused, frozen] = [await payee(market), await payee(market)]
    const [{ sellerId: pausedId }, { sellerId: frozenId }] = [paused, frozen]
    await paused.deal()
    await frozen.deal()
    await fundsBecomeAvailable(market)
    await market.database.payoutAccount.update({ where: { userId: pausedId }, data: { payoutsEnabled: false } })
    await admin.accounts.freezePayouts({ userId: frozenId, reason: 'Buyers report locked phones' })
    await move(market)
    expect(await paused.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await frozen.money()).toEqual({ balance: 19_000, onItsWay: 0 })
    const preview = (userId: string) => admin.accounts.previewRemoval({ userId })
    expect(await preview(pausedId)).toMatchObject({ balanceCents: 19_000, isPayable: false, isFrozen: false })
    expect(await preview(frozenId)).toMatchObject({ balanceCents: 19_000, isPayable: false, isFrozen: true })
    expect((await admin.payments.summary()).open.unclaimed).toBe(0)
    await admin.accounts.removeUser({ userId: pausedId })
    await admin.accounts.removeUser({ userId: frozenId })
    expect(await farewellTo(pausedId)).toContain(
      '$190 of what you have sold is still with the market. It waits here for you: write to whoever runs this market to have it.',
    )
    expect(await farewellTo(frozenId)).toContain(
      '$190 of what you have sold is still with the market. An admin has stopped what is sent to you: write to whoever runs this market about it.',
    )
    const items = async () => (await admin.payments.open({ kind: 'unclaimed', limit: 9 })).items
    expect((await items()).toSorted((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
      {
        ...{ sellerId: frozenId, amountCents: 19_000, orderId: expect.any(String), sellerName: '' },
        reason: 'the seller was removed; payouts to the seller are frozen',
      },
      {
        ...{ sellerId: pausedId, amountCents: 19_000, orderId: null, sellerName: '' },
        reason: 'the seller was removed; the seller’s account at the payment provider pays nothing out',
      },
    ])
    await market.timePasses({ hours: 100 * DAY })
    await move(market)
    expect(await market.database.notice.count({ where: { kind: 'payout-waiting' } })).toBe(0)
    expect(await market.checkLedger()).toEqual([])
    // The way on of a frozen one.
    await admin.accounts.releasePayouts({ userId: frozenId })
    await move(market)
    expect(await frozen.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await items()).toMatchObject([{ sellerId: pausedId }])
  })

  it('whose money is less than a payout is not promised one, and it is open money', async () => {
    const admin = await market.asAdmin()
    const seller = await payee(market)
    const deal = await seller.deal()
    await deal.refund(19_900)
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 95 })
    const { sellerId: userId } = seller
    expect(await admin.accounts.previewRemoval({ userId })).toMatchObject({ balanceCents: 95, isPayable: false })
    await admin.accounts.removeUser({ userId })
    expect(await farewellTo(userId)).toContain(
      '$0.95 of what you have sold is still with the market. It waits here for you: write to',
    )
    expect((await admin.payments.open({ kind: 'unclaimed', limit: 9 })).items).toMatchObject([
      { sellerId: userId, amountCents: 95, reason: 'the seller was removed; it is less than a payout' },
    ])
  })

  it('who owed the market is named as such, and the debt stays in the ledger', async () => {
    const admin = await market.asAdmin()
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    await deal.refund(10_000)
    await move(market)
    const { sellerId: userId } = seller
    expect(await admin.accounts.previewRemoval({ userId })).toMatchObject({ balanceCents: -9500 })
    await admin.accounts.removeUser({ userId })
    expect(await farewellTo(userId)).toContain('You owe the market $95.')
    await market.timePasses({ hours: 100 * DAY })
    expect(await market.checkLedger()).toEqual([])
  })
})

describe('a buyer whom an admin removes', () => {
  it('is told of what could not be given back, and is promised it no more', async () => {
    const order = await refundedInVain()
    const admin = await market.asAdmin()
    await admin.accounts.removeUser({ userId: order.buyerId })
    expect(await farewellTo(order.buyerId)).toContain(
      ' But $200 could not be given back to your card: write to whoever runs this market to have it.',
    )
  })
})
