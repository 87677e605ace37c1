import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { move, payee, releasedDeal } from './testing/payee.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

const DAY = 24

describe('the money of a seller without an account', () => {
  it('waits; they are reminded after 7, 30 and 60 days, and after 80 an admin sees it and the check says so', async () => {
    const { id: sellerId, email } = await market.user({ role: 'SELLER' })
    await releasedDeal(market, sellerId)
    const deal = await releasedDeal(market, sellerId)
    await deal.refund(10_000)
    const reminders = async () => {
      await Promise.all([move(market), move(market)])
      const rows = await market.database.notice.findMany({ where: { userId: sellerId, kind: 'payout-waiting' } })
      return rows.length
    }
    const admin = await market.asAdmin()
    const counts: number[] = []
    for (const days of [6, 1, 22, 1, 29, 1, 19]) {
      await market.timePasses({ hours: days * DAY })
      counts.push(await reminders())
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect((await admin.payments.summary()).open.unclaimed).toBe(0)
    expect(await market.checkLedger()).toEqual([])
    const [notice] = await market.database.notice.findMany({
      where: { userId: sellerId, kind: 'payout-waiting' },
      orderBy: { id: 'desc' },
    })
    expect(notice?.message).toMatch(/^\$285 of yours waits here: set up payouts .* After 80 days an admin/)
    expect((await market.mails(email))[0]?.subject).toBe('Your money waits: set up payouts')

    await market.timePasses({ hours: DAY })
    expect(await reminders()).toBe(3)
    const { items } = await admin.payments.open({ kind: 'unclaimed', limit: 9 })
    expect(items.map(({ amountCents, state }) => [amountCents, state])).toEqual([
      [19_000, 'RELEASED'],
      [9500, 'RELEASED'],
    ])
    expect(await market.checkLedger()).toHaveLength(2)
    await payee(market, { sellerId })
    await move(market)
    expect((await admin.payments.summary()).open.unclaimed).toBe(0)
    expect(await market.checkLedger()).toEqual([])
  })

  it('of which payouts are stopped by an admin is promised no sooner than they go on', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    await releasedDeal(market, sellerId)
    await market.database.user.update({ where: { id: sellerId }, data: { payoutsFrozenAt: new Date() } })
    await market.timePasses({ hours: 7 * DAY })
    await move(market)
    const where = { userId: sellerId, kind: 'payout-waiting' }
    expect((await market.database.notice.findFirstOrThrow({ where })).message).toContain(
      'set up payouts on the page of your earnings, and it is sent once an admin lets payouts to you go on.',
    )
  })

  it('is reminded of once, also where a bank disputed the deal afterwards', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const deal = await releasedDeal(market, sellerId)
    await market.timePasses({ hours: 31 * DAY })
    await move(market)
    const disputeId = await market.card.dispute(deal.intentId)
    await deal.settle()
    await market.card.bank.decideDispute(disputeId, 'win')
    await deal.settle()
    await move(market)
    expect(await market.database.notice.count({ where: { userId: sellerId, kind: 'payout-waiting' } })).toBe(1)
  })

  it('sends the latest reminder alone when several are due at once, and none for what is owed', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    await releasedDeal(market, sellerId)
    const { id: other } = await market.user({ role: 'SELLER' })
    const given = await releasedDeal(market, other)
    await given.refund(20_000)
    await market.timePasses({ hours: 61 * DAY })
    await move(market)
    await move(market)
    const kinds = await market.database.orderReminder.findMany({ where: { kind: { startsWith: 'payout-' } } })
    expect(kinds.map(({ kind }) => kind)).toEqual(['payout-60d'])
  })
})
