import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAccount } from './apply-account.ts'
import { settlePayout } from './settle-payout.ts'
import { fundsBecomeAvailable, move, payee, releasedDeal } from './testing/payee.ts'

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

/** A seller whose $190 have arrived at their bank, which sends them back: payouts are off until they name another account. */
async function sentBack() {
  const seller = await payee(market)
  await seller.deal()
  await fundsBecomeAvailable(market)
  await move(market)
  await seller.arrive()
  const { accountId, sellerId } = seller
  const returned = async () => {
    const { providerId } = await seller.lastPayout()
    await market.card.bank.failPayout(providerId ?? '', 'account_closed')
    await settlePayout(market.platform, { accountId, payoutId: providerId ?? '' })
    await applyAccount(market.platform, { accountId })
    expect(await seller.payouts()).toMatchObject([{ state: 'RETURNED' }])
  }
  return {
    ...seller,
    returned,
    reminders: () => seller.notices('payout-waiting'),
    becomesAdmin: () => market.database.user.update({ where: { id: sellerId }, data: { role: 'ADMIN' } }),
  }
}

const openMoney = async () => (await (await market.asAdmin()).payments.open({ kind: 'unclaimed', limit: 9 })).items

describe('the money on a seller’s account that pays nothing out', () => {
  it('is reminded of after 7, 30 and 60 days, and after 80 an admin sees it and the check says so', async () => {
    const seller = await sentBack()
    await seller.returned()
    const counts: number[] = []
    for (const days of [6, 1, 22, 1, 29, 1, 19]) {
      await market.timePasses({ hours: days * DAY })
      await Promise.all([move(market), move(market)])
      counts.push((await seller.reminders()).length)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect((await seller.reminders()).at(-1)).toBe(
      '$190 of yours waits at the payment provider, which does not pay it out. It asks you for a bank account: answer on the page of your earnings, and it is sent. After 80 days an admin has to look into it.',
    )
    const { email } = await market.database.user.findUniqueOrThrow({ where: { id: seller.sellerId } })
    expect((await market.mails(email ?? ''))[0]?.subject).toBe('Payouts to you are paused')
    expect(await openMoney()).toEqual([])
    expect(await market.checkLedger()).toEqual([])

    await market.timePasses({ hours: DAY })
    await move(market)
    expect(await openMoney()).toMatchObject([
      {
        ...{ amountCents: 19_000, paymentId: null, orderId: null, sellerId: seller.sellerId },
        ...{ sellerName: 'Robin Vale', transactionId: seller.accountId },
        reason: 'the seller’s account at the payment provider pays nothing out',
      },
    ])
    const admin = await market.asAdmin()
    expect((await admin.payments.summary()).open.unclaimed).toBe(1)
    expect(await market.checkLedger()).toEqual([expect.stringContaining(`19000 cents of seller ${seller.sellerId}`)])
    await seller.bank('000123456789')
    await move(market)
    expect(await openMoney()).toEqual([])
    expect(await market.checkLedger()).toEqual([])
    expect(await seller.reminders()).toHaveLength(3)
  })

  it('has waited since it came, whatever had been there before and left', async () => {
    const seller = await sentBack()
    await market.timePasses({ hours: 100 * DAY })
    await seller.deal()
    await fundsBecomeAvailable(market)
    await market.database.payoutAccount.updateMany({ data: { payoutsEnabled: false } })
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    await market.timePasses({ hours: 6 * DAY })
    await move(market)
    expect(await seller.reminders()).toEqual([])
    await market.timePasses({ hours: DAY })
    await move(market)
    expect(await seller.reminders()).toHaveLength(1)
  })

  it('is reminded of in words that an admin can follow, who has no page of earnings', async () => {
    const seller = await sentBack()
    await seller.becomesAdmin()
    await seller.returned()
    await market.timePasses({ hours: 7 * DAY })
    await move(market)
    const way =
      'admins cannot change their payout account: write to whoever runs this market to have your admin role taken back first.'
    expect(await seller.notices('payout-failed')).toEqual([
      `Your bank sent $190 back: your bank account is closed. However, ${way} The money is still yours, and is sent again.`,
    ])
    expect(await seller.notices('payout-account')).toContainEqual(expect.stringContaining(way))
    expect(await seller.reminders()).toEqual([expect.stringContaining(way)])
    const said = [...(await seller.notices('payout-failed')), ...(await seller.reminders())].join(' ')
    expect(said).not.toContain('page of your earnings')
    const { email } = await market.database.user.findUniqueOrThrow({ where: { id: seller.sellerId } })
    const mails = (await market.mails(email ?? '')).filter(
      ({ subject }) => subject === 'Money of yours is not paid out',
    )
    expect(mails).toHaveLength(3)
    for (const { text } of mails) expect(text).not.toContain('/dashboard/earnings')
  })

  it('is open money at once when the provider has closed the account, also once there is another', async () => {
    const seller = await sentBack()
    await seller.returned()
    const { sellerId: userId } = seller
    const off = { detailsSubmitted: false, transfersEnabled: false, payoutsEnabled: false, requirementsDue: [] }
    const closed = { ...off, disabledReason: 'account_invalid' }
    await market.database.payoutAccount.update({ where: { userId }, data: closed })
    const wanted = [
      {
        amountCents: 19_000,
        sellerId: userId,
        reason: 'the payment provider has closed the seller’s account that it is on',
      },
    ]
    expect(await openMoney()).toMatchObject(wanted)
    await market.timePasses({ hours: 7 * DAY })
    await move(market)
    expect(await seller.reminders()).toEqual([
      '$190 of yours waits at the payment provider, which has closed the account that it is on. Write to whoever runs this market to have it. It stays yours meanwhile.',
    ])
    await market.database.payoutAccount.update({
      where: { userId },
      data: {
        ...{ providerAccountId: 'acct_another', disabledReason: null },
        ...{ detailsSubmitted: true, transfersEnabled: true, payoutsEnabled: true },
      },
    })
    expect(await openMoney()).toMatchObject(wanted)
  })
})

describe('the money of a seller whose payouts are frozen', () => {
  it('is open money after 80 days, where it is; nobody is reminded, as it waits for an admin', async () => {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      createPayout: () => Promise.reject(new Error('away')),
    })
    await move(market, { ...market.platform, connectedAccounts }).catch(() => undefined)
    const { orderId } = await seller.deal()
    const admin = await market.asAdmin()
    await admin.accounts.freezePayouts({ userId: seller.sellerId, reason: 'Buyers report locked phones' })
    await market.timePasses({ hours: 79 * DAY })
    await move(market)
    expect(await seller.money()).toEqual({ balance: 19_000, onItsWay: 19_000 })
    expect(await openMoney()).toEqual([])
    await market.timePasses({ hours: 3 * DAY })
    await move(market)
    const frozen = { amountCents: 19_000, sellerId: seller.sellerId, reason: 'payouts to the seller are frozen' }
    const items = await openMoney()
    expect(items).toMatchObject([frozen, frozen])
    expect(items.map(item => item.orderId).toSorted()).toEqual([orderId, null])
    expect(await seller.notices('payout-waiting')).toEqual([])
    expect(await market.checkLedger()).toEqual([])
  })
})
