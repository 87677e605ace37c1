import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewIntent } from '#platform/card-payments.ts'
import { findPayment } from './find-payment.ts'
import { marketIdOf } from './market-id.ts'
import { matchCharges } from './match-charges.ts'
import { returnUnmatchedCharge } from './return-unmatched-charge.ts'
import { settlePayment } from './settle-payment.ts'
import { endOrderRow } from './testing/end-order-row.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
beforeEach(async () => {
  // Charges are counted by the hour, so that each test has a market of its own; it says itself when the provider is heard.
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

/** A charge at the provider that the product did not make. */
async function charge(change: Partial<NewIntent> = {}): Promise<string> {
  const { platform } = market
  const marketId = await marketIdOf(platform.database)
  const made = { orderId: null, buyerId: randomUUID(), marketId, amountCents: 20_000, attempt: 1, ...change }
  const { clientSecret } = await platform.cardPayments.createIntent(made)
  return market.card.pay(clientSecret ?? '')
}

const settle = (intentId: string) => settlePayment(market.platform, { intentId })
const unmatched = () =>
  market.database.unmatchedCharge.findMany({
    orderBy: { id: 'asc' },
    select: { id: true, intentId: true, cause: true, state: true },
  })
const isReturned = async (intentId: string) => {
  const { latest_charge: last } = await market.card.intent(intentId)
  return typeof last === 'object' && last !== null && last.refunded
}

describe('a charge that fits no order', () => {
  it('of an order that is not there waits for an admin, who is notified once', async () => {
    const admin = await market.asAdmin()
    const intentId = await charge({ orderId: randomUUID() })
    await Promise.all([settle(intentId), settle(intentId), settle(intentId)])
    await market.runJobs()
    expect(await unmatched()).toMatchObject([{ intentId, cause: 'unknown-order', state: 'WAITING' }])
    expect(await isReturned(intentId)).toBe(false)
    const { items } = await admin.notices.list({ limit: 20 })
    expect(items.map(({ kind }) => kind)).toEqual(['charge-unmatched'])
  })

  it('goes back, or stays, as the admin decides, once', async () => {
    const admin = await market.asAdmin()
    const [back, stays] = [await charge({ orderId: randomUUID() }), await charge({ orderId: randomUUID() })]
    for (const intentId of [back, stays]) await settle(intentId)
    const [first, second] = await unmatched()
    const decide = (id: string | undefined, decision: 'return' | 'dismiss') =>
      admin.payments.decideUnmatched({ unmatchedChargeId: id ?? '', decision, reason: 'Checked with the buyer' })
    await decide(first?.id, 'return')
    await decide(second?.id, 'dismiss')
    await expect(decide(first?.id, 'dismiss')).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
    await market.runJobs()
    expect([await isReturned(back), await isReturned(stays)]).toEqual([true, false])
    expect((await unmatched()).map(({ state }) => state)).toEqual(['RETURNED', 'DISMISSED'])
  })

  it('goes back once when two processes return it at once', async () => {
    const admin = await market.asAdmin()
    await settle(await charge({ orderId: randomUUID() }))
    const [{ id: unmatchedChargeId } = { id: '' }] = await unmatched()
    const { cardPayments } = market.platform
    const both = Promise.withResolvers<void>()
    let returning = 0
    const returnCharge: typeof cardPayments.returnCharge = async (...charged) => {
      returning += 1
      if (returning === 2) both.resolve()
      await both.promise
      return cardPayments.returnCharge(...charged)
    }
    const platform = { ...market.platform, cardPayments: { ...cardPayments, returnCharge } }
    await market.database.unmatchedCharge.update({ where: { id: unmatchedChargeId }, data: { state: 'RETURNING' } })
    await Promise.all([1, 2].map(() => returnUnmatchedCharge(platform, { unmatchedChargeId })))
    expect((await unmatched()).map(({ state }) => state)).toEqual(['RETURNED'])
    expect(await market.database.auditEntry.count({ where: { action: 'charge.return' } })).toBe(1)
    expect(await admin.notices.unread()).toEqual({ unread: 1 })
  })

  it('is no seller’s or buyer’s to decide', async () => {
    await settle(await charge({ orderId: randomUUID() }))
    const [{ id: unmatchedChargeId } = { id: '' }] = await unmatched()
    const input = { unmatchedChargeId, decision: 'return', reason: 'Mine' } as const
    for (const someone of [await market.asBuyer(), await market.asSeller()]) {
      await expect(someone.payments.decideUnmatched(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(market.anonymous().payments.decideUnmatched(input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('of another amount than its order’s is refunded automatically, notified and audited once', async () => {
    const order = await market.order()
    const intentId = await charge({ orderId: order.id, buyerId: order.buyerId, amountCents: 19_999 })
    for (let again = 0; again < 10; again += 1) await settle(intentId)
    await market.runJobs()
    await settle(intentId)
    expect(await isReturned(intentId)).toBe(true)
    expect(await unmatched()).toMatchObject([{ cause: 'wrong-amount', state: 'RETURNED' }])
    const { items } = await market.as(order.buyerId).notices.list({ limit: 20 })
    expect(items.map(({ kind }) => kind)).toEqual(['refunded'])
    const [{ id: subjectId } = { id: '' }] = await unmatched()
    const entries = await market.database.auditEntry.findMany({ where: { subjectId }, select: { action: true } })
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['charge.find-unmatched', 'charge.return'])
  })

  it('is the second of an order: it goes back once, and the order stays paid', async () => {
    const { id: orderId, buyerId } = await market.order()
    const intents = [await charge({ orderId, buyerId }), await charge({ orderId, buyerId, attempt: 2 })]
    await Promise.all([...intents, ...intents, ...intents].map(settle))
    await market.runJobs()
    for (const intentId of intents) await settle(intentId)
    expect((await Promise.all(intents.map(isReturned))).toSorted()).toEqual([false, true])
    expect(await market.database.order.count({ where: { id: orderId, state: 'PAID' } })).toBe(1)
    expect(await unmatched()).toMatchObject([{ cause: 'second-charge', state: 'RETURNED' }])
  })

  it('is not the second of its order where another report of it was recorded in that moment', async () => {
    const { id: orderId, buyerId } = await market.order()
    const intentId = await charge({ orderId, buyerId })
    const [intent, marketId] = [
      await market.platform.cardPayments.retrieveIntent(intentId),
      await marketIdOf(market.database),
    ]
    if (!intent) throw new Error('There is no such intent')
    const found = await market.database.$transaction(async tx => {
      const find = vi.spyOn(tx.payment, 'findUnique').mockImplementationOnce((() => {
        find.mockRestore()
        // It was not there when this one looked.
        return settle(intentId).then(() => null)
      }) as never)
      return findPayment(tx, { intent, marketId })
    })
    expect(found).toMatchObject({ orderId })
  })

  it('goes back by itself three times an hour; the next waits', async () => {
    const admin = await market.asAdmin()
    const intents: string[] = []
    for (let more = 0; more < 5; more += 1) {
      const order = await market.order()
      intents.push(await charge({ orderId: order.id, buyerId: order.buyerId, amountCents: 10_000 }))
    }
    await Promise.all(intents.map(settle))
    await market.runJobs()
    const states = (await unmatched()).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['RETURNED', 'RETURNED', 'RETURNED', 'WAITING', 'WAITING'])
    const { items } = await admin.notices.list({ limit: 20 })
    expect(items).toHaveLength(5)
  })

  it('waits after one of an unknown order, as after a restore', async () => {
    await settle(await charge({ orderId: randomUUID() }))
    const order = await market.order()
    await settle(await charge({ orderId: order.id, buyerId: order.buyerId, amountCents: 10_000 }))
    await market.runJobs()
    expect((await unmatched()).map(({ state }) => state)).toEqual(['WAITING', 'WAITING'])
  })

  it('whose return fails at the bank after all waits for an admin again, who can return it once more', async () => {
    const admin = await market.asAdmin()
    const { id: orderId, buyerId } = await market.order()
    await settle(await charge({ orderId, buyerId }))
    const intentId = await charge({ orderId, buyerId, attempt: 2 })
    await settle(intentId)
    await market.runJobs()
    const [returned] = await market.card.refunds(intentId)
    await market.card.bank.failRefund(returned?.id ?? '')
    await Promise.all([settle(intentId), settle(intentId)])
    const [{ id: unmatchedChargeId } = { id: '' }] = await unmatched()
    expect(await unmatched()).toMatchObject([{ state: 'WAITING' }])
    const { items } = await admin.notices.list({ limit: 20 })
    expect(items.filter(({ message }) => message.includes('did not go back after all'))).toHaveLength(1)
    expect((await admin.payments.open({ kind: 'unmatched', limit: 20 })).items).toHaveLength(1)
    await admin.payments.decideUnmatched({ unmatchedChargeId, decision: 'return', reason: 'Once more' })
    await market.runJobs()
    expect(await isReturned(intentId)).toBe(true)
    expect(await unmatched()).toMatchObject([{ state: 'RETURNED' }])
    expect(await market.checkLedger()).toEqual([])
  })

  it('that a bank disputed and left is noted all the same', async () => {
    const { id: orderId, buyerId } = await market.order()
    await settle(await charge({ orderId, buyerId }))
    const intentId = await charge({ orderId, buyerId, attempt: 2 })
    const { latest_charge: last } = await market.card.intent(intentId)
    const dispute = await market.card.bank.openDispute(typeof last === 'object' ? (last?.id ?? '') : '')
    await market.card.bank.decideDispute(dispute.id, 'win')
    await settle(intentId)
    await market.runJobs()
    expect(await unmatched()).toMatchObject([{ intentId, cause: 'second-charge', state: 'RETURNED' }])
    expect(await isReturned(intentId)).toBe(true)
  })

  it.each([
    ['was refunded', 'REFUNDED'],
    ['was handed over and given back at the provider since', 'HANDED_OVER'],
  ] as const)('is the second of an order that %s: it is refunded, and the ledger balances', async (_, state) => {
    const order = await paidOrder(market)
    if (state === 'HANDED_OVER') await endOrderRow(market.database, order.orderId, { state })
    await market.card.refund(order.intentId)
    await order.settle()
    const intentId = await charge({ orderId: order.orderId, buyerId: order.buyerId, attempt: 2 })
    await settle(intentId)
    await market.runJobs()
    expect(await unmatched()).toMatchObject([{ intentId, cause: 'second-charge', state: 'RETURNED' }])
    expect(await isReturned(intentId)).toBe(true)
    expect((await market.checkLedger()).filter(violation => !violation.includes('hand'))).toEqual([])
  })

  it('is found in the provider’s list without a report, and only once', async () => {
    const order = await market.order()
    const lost = await charge({ orderId: order.id, buyerId: order.buyerId })
    const stray = await charge({ orderId: randomUUID() })
    await market.runJobs()
    await market.runJobs()
    expect(await market.database.order.count({ where: { id: order.id, state: 'PAID' } })).toBe(1)
    expect(await unmatched()).toMatchObject([{ intentId: stray, cause: 'unknown-order' }])
    expect(await market.database.payment.count({ where: { intentId: lost, state: 'SUCCEEDED' } })).toBe(1)
  })

  it('is found in the provider’s list beside one that cannot be settled', async () => {
    const order = await market.order()
    const [broken, stray] = [
      await charge({ orderId: order.id, buyerId: order.buyerId }),
      await charge({ orderId: randomUUID() }),
    ]
    const { platform } = market
    const retrieveIntent = async (intentId: string) => {
      if (intentId === broken) throw new Error('Nobody expected this')
      return platform.cardPayments.retrieveIntent(intentId)
    }
    const failing = { ...platform, cardPayments: { ...platform.cardPayments, retrieveIntent } }
    await expect(matchCharges(failing)).rejects.toThrow('Nobody expected this')
    expect(await unmatched()).toMatchObject([{ intentId: stray }])
  })

  it('waits where it was made for a price, and all orders of its buyer are lost', async () => {
    const intents: string[] = []
    for (let more = 0; more < 4; more += 1) intents.push(await charge({ amountCents: 10_000 + more }))
    await settle(await charge({ orderId: randomUUID() }))
    for (const intentId of intents) await settle(intentId)
    await market.timePasses({ hours: 2 })
    await market.runJobs()
    expect(new Set((await unmatched()).map(({ state }) => state))).toEqual(new Set(['WAITING']))
    for (const intentId of intents) expect(await isReturned(intentId)).toBe(false)
  })

  it('is left alone when it is another market’s', async () => {
    const order = await market.order()
    const intentId = await charge({ marketId: randomUUID(), orderId: order.id, buyerId: order.buyerId })
    expect(await settle(intentId)).toBeNull()
    await market.runJobs()
    expect(await unmatched()).toEqual([])
    expect(await isReturned(intentId)).toBe(false)
    expect(await market.database.order.count({ where: { id: order.id, state: 'PLACED' } })).toBe(1)
  })
})

describe('a charge that comes after the hold', () => {
  it('and was refunded before anyone reported it leaves the phone for sale', async () => {
    const { id: orderId, listingId, buyerId } = await market.order()
    const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
    const ended = { state: 'EXPIRED', ending: 'EXPIRED', endedAt: new Date() } as const
    await market.database.order.update({ where: { id: orderId }, data: ended })
    await market.database.listing.update({ where: { id: listingId }, data: { state: 'AVAILABLE' } })
    const intentId = await market.card.pay(clientSecret)
    await market.card.refund(intentId)
    expect(await settle(intentId)).toMatchObject({ outcome: 'refunded' })
    const { state } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    expect(state).toBe('AVAILABLE')
    expect(await market.database.order.count({ where: { id: orderId, state: 'EXPIRED' } })).toBe(1)
    expect(await market.checkLedger()).toEqual([])
  })

  it('does not reclaim a phone that costs something else by now', async () => {
    const { id: orderId, listingId, buyerId } = await market.order()
    const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
    const ended = { state: 'EXPIRED', ending: 'EXPIRED', endedAt: new Date() } as const
    await market.database.order.update({ where: { id: orderId }, data: ended })
    const dearer = { state: 'AVAILABLE', resalePriceCents: 25_000 } as const
    await market.database.listing.update({ where: { id: listingId }, data: dearer })
    const intentId = await market.card.pay(clientSecret)
    expect(await settle(intentId)).toMatchObject({ outcome: 'refunded' })
    expect(await market.database.listing.count({ where: { id: listingId, state: 'AVAILABLE' } })).toBe(1)
    await market.runJobs()
    expect(await isReturned(intentId)).toBe(true)
  })
})
