import type { Transaction } from '@second-ring/database'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lockOrderRow } from '#orders/lock-order.ts'
import { openCase, openDueCases } from '#orders/open-case.ts'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { settlePayment } from '#payments/settle-payment.ts'
import { removeAccount } from '#user-removal/remove-account.ts'
import { balanceOf, claimed, codeOf, handedOver, undecided } from './testing/claimed-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

/** Makes calls wait for an order's row, until all of them do; then they come one after the other. */
async function together(orderId: string, calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const held = Promise.withResolvers<void>()
  const holding = market.database.$transaction(
    async tx => {
      await tx.$executeRaw`SELECT FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`
      held.resolve()
      await market.untilWaiting(calls.length)
    },
    { timeout: 20_000 },
  )
  await held.promise
  const [codes] = await Promise.all([Promise.all(calls.map(call => codeOf(call()))), holding])
  return codes
}

it('lets a claim or the end of its time win, and holds or releases the money accordingly', async () => {
  for (const first of ['claim', 'release'] as const) {
    const order = await handedOver(market)
    const past = { protectedUntil: new Date(Date.now() - 1000) }
    const end = async () => {
      await market.database.order.update({ where: { id: order.orderId }, data: past })
      return releaseDueMoney(market.platform)
    }
    if (first === 'claim') await Promise.all([codeOf(order.open()), end()])
    else await Promise.all([end(), codeOf(order.open())])
    const isClaimed = (await order.state()) === 'CLAIMED'
    expect(await balanceOf(market, order.sellerId)).toBe(isClaimed ? 0 : 19_000)
    expect(await market.database.claim.count({ where: { orderId: order.orderId } })).toBe(isClaimed ? 1 : 0)
  }
})

it('takes one of two claims, and one of many answers', async () => {
  const order = await handedOver(market)
  const { orderId } = order
  const claims = await together(orderId, [() => order.open(), () => order.open({ wish: 'RETURN' })])
  expect(claims.toSorted()).toEqual(['CONFLICT', 'ok'])
  const answers = await together(orderId, [
    () => order.answer({ answer: 'OFFERED', offerCents: 100 }),
    () => order.answer({ answer: 'DISAGREED', text: 'No' }),
  ])
  expect(answers.toSorted()).toEqual(['CONFLICT', 'ok'])
})

it('takes an offer or leaves it to an admin, and never both', async () => {
  const order = await claimed(market)
  await order.answer({ answer: 'OFFERED', offerCents: 5_000 })
  const { orderId, buyer } = order
  const accept = () => buyer.claims.acceptOffer({ orderId, offerCents: 5_000 })
  const codes = await together(orderId, [accept, accept, () => buyer.claims.askAdmin({ orderId })])
  expect(codes.filter(code => code === 'ok')).toHaveLength(1)
  const state = await order.state()
  expect(await order.refunds()).toHaveLength(state === 'PARTLY_REFUNDED' ? 1 : 0)
})

it('settles a claim once when an admin decides while its buyer withdraws it', async () => {
  const order = await undecided(market)
  const { orderId, buyer } = order
  const admin = await market.asAdmin()
  const decide = { orderId, decision: 'REFUND', refundCents: null, leftCents: 20_000, reason: 'So' } as const
  const codes = await together(orderId, [
    () => admin.cases.decide(decide),
    () => buyer.claims.withdraw({ orderId }),
    () => admin.cases.decide({ ...decide, decision: 'RELEASE' }),
  ])
  expect(codes.filter(code => code === 'ok')).toHaveLength(1)
  const isRefunded = (await order.state()) === 'REFUNDED'
  expect(await balanceOf(market, order.sellerId)).toBe(isRefunded ? 0 : 19_000)
})

it('opens one case when the time is over for several processes, and none for an answer that came first', async () => {
  const order = await claimed(market)
  await market.timePasses({ hours: 48 })
  const failures = await Promise.all([1, 2, 3].map(() => openDueCases(market.platform)))
  expect(failures.flat()).toEqual([])
  const opened = { subjectId: order.orderId, action: 'order.open-case' }
  expect(await market.database.auditEntry.count({ where: opened })).toBe(1)
})

it('adds up when a part is given back while the provider refunds another', async () => {
  const order = await claimed(market, { wish: 'PART', wishCents: 3_000 })
  await market.card.refund(order.intentId, 1_000)
  const agree = () => codeOf(order.answer({ answer: 'AGREED' }))
  const [code] = await Promise.all([agree(), settlePayment(market.platform, { intentId: order.intentId })])
  await market.runJobs()
  await order.settle()
  // A seller who comes second finds that another sum is left.
  const [state, refundedCents] = [await order.state(), await order.refundedCents()]
  if (code === 'ok') expect([state, Number(refundedCents) >= 3_000]).toEqual(['PARTLY_REFUNDED', true])
  else expect([code, state, refundedCents]).toEqual(['CONFLICT', 'CLAIMED', 1_000])
})

it('gives a part back again after a refund of it failed, and asks nobody for more', async () => {
  const order = await claimed(market, { wish: 'PART', wishCents: 3_000 })
  await order.answer({ answer: 'AGREED' })
  await market.runJobs()
  await market.database.$executeRaw`UPDATE refunds SET updated_at = now() WHERE payment_id = ${order.paymentId}::uuid`
  const [refund] = await market.database.refund.findMany({ where: { paymentId: order.paymentId } })
  await market.card.bank.failRefund(refund?.providerId ?? '', 'expired_or_canceled_card')
  await order.settle()
  await market.timePasses({ hours: 2 })
  await market.runJobs()
  await order.settle()
  expect((await order.refunds()).map(({ amountCents, state }) => [amountCents, state])).toEqual([
    [3_000, 'FAILED'],
    [3_000, 'SUCCEEDED'],
  ])
  expect(await balanceOf(market, order.sellerId)).toBe(16_150)
})

it('opens a claim behind the suspension of its seller, and leaves it to an admin then', async () => {
  const order = await handedOver(market)
  const { orderId, sellerId } = order
  const [opened] = await market.whileHeld({
    async hold(tx) {
      await tx.$executeRaw`SELECT FROM users WHERE id = ${sellerId}::uuid FOR UPDATE`
      const data = { suspendedAt: new Date(), suspensionReason: 'Too many complaints' }
      await tx.user.update({ where: { id: sellerId }, data, select: { id: true } })
    },
    acts: [() => order.open()],
  })
  expect(opened).toMatchObject({ status: 'fulfilled', value: { orderId } })
  expect(await order.claim()).toMatchObject({ state: 'UNDECIDED' })
})

describe('a claim whose time is over while its seller is removed', () => {
  /** Such a claim, and its removal as far as it goes in a transaction. */
  async function leaving() {
    const order = await claimed(market)
    const { orderId, sellerId: userId } = order
    await market.timePasses({ hours: 48 })
    const remove = async (tx: Transaction) => {
      await tx.$executeRaw`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`
      await removeAccount(tx, market.platform, { userId, actorId: null })
    }
    const opened = { subjectId: orderId, action: 'order.open-case' }
    const reasons = async () => (await market.database.auditEntry.findMany({ where: opened })).map(each => each.reason)
    const left = async () => [
      await market.database.notice.count({ where: { userId } }),
      await market.database.mail.count({ where: { userId, kind: { not: 'account-removed' } } }),
    ]
    return { ...order, remove, reasons, left }
  }

  it('is a case by the removal, when that comes first', async () => {
    const { remove, claim, reasons, left } = await leaving()
    const [opened] = await market.whileHeld({ hold: remove, acts: [() => openDueCases(market.platform)] })
    expect(opened).toEqual({ status: 'fulfilled', value: [] })
    expect(await claim()).toMatchObject({ state: 'UNDECIDED' })
    expect(await reasons()).toEqual(['The seller’s account was removed'])
    expect(await left()).toEqual([0, 0])
  })

  it('is a case by its time, when that comes first, and nothing of what the seller was sent is left', async () => {
    const { remove, claim, reasons, left, ...order } = await leaving()
    const { orderId: id, buyerId, sellerId } = order
    const cause = { from: 'SELLER_ANSWERS', actorId: null, reason: 'The seller did not answer in time' } as const
    const [removed] = await market.whileHeld({
      async hold(tx) {
        await lockOrderRow(tx, id)
        await openCase(tx, { id, buyerId, sellerId, productName: 'Aurora 12' }, cause)
      },
      acts: [() => market.database.$transaction(remove)],
    })
    expect(removed?.status).toBe('fulfilled')
    expect(await claim()).toMatchObject({ state: 'UNDECIDED' })
    expect(await reasons()).toEqual([cause.reason])
    expect(await left()).toEqual([0, 0])
  })
})

it('withdraws a claim behind whoever has its users, and holds nothing of the order meanwhile', async () => {
  const order = await claimed(market)
  const { orderId, buyer, sellerId } = order
  const [withdrawn] = await market.whileHeld({
    hold: tx => tx.$executeRaw`SELECT FROM users WHERE id = ${sellerId}::uuid FOR UPDATE`,
    acts: [() => buyer.claims.withdraw({ orderId })],
    whenWaiting: tx => tx.$executeRaw`SELECT FROM orders WHERE id = ${orderId}::uuid FOR UPDATE NOWAIT`,
  })
  expect(withdrawn?.status).toBe('fulfilled')
  expect(await order.state()).toBe('RELEASED')
})
