import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconcileAccounts } from './reconcile-accounts.ts'
import { sendPayouts } from './send-payouts.ts'
import { settlePayout } from './settle-payout.ts'
import { fundsBecomeAvailable, move, payee, releasedDeal } from './testing/payee.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

/** A seller of whom $190 are on their way to the bank. */
async function paidSeller(given: { accountNumber?: string } = {}) {
  const seller = await payee(market, given)
  await seller.deal()
  await fundsBecomeAvailable(market)
  await move(market)
  return seller
}

type Payee = Awaited<ReturnType<typeof payee>>

async function settle({ accountId, lastPayout }: Payee) {
  const { providerId } = await lastPayout()
  await settlePayout(market.platform, { accountId, payoutId: providerId ?? '' })
}

async function atBank({ lastPayout }: Payee, act: 'pay' | 'fail', code?: string) {
  const { providerId } = await lastPayout()
  const { failPayout, payPayout } = market.card.bank
  if (act === 'pay') await payPayout(providerId ?? '')
  else await failPayout(providerId ?? '', code)
}

describe('what a seller has at the provider', () => {
  it('is paid out once, by however many at once, and the seller is told when it is on its way and has arrived', async () => {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    await Promise.all([move(market), move(market), move(market)])
    await move(market)
    expect(await seller.payouts()).toEqual([{ state: 'IN_TRANSIT', amountCents: 19_000, failureReason: null }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await seller.notices('payout-sent')).toEqual([
      expect.stringMatching(/^Your money is on its way: \$190\. It should be at your bank by \w+day, \w+ \d+\.$/),
    ])
    await atBank(seller, 'pay')
    await Promise.all([settle(seller), settle(seller)])
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
    expect(await seller.notices('payout-arrived')).toEqual(['Your money has arrived at your bank: $190.'])
    const { email } = await market.database.user.findUniqueOrThrow({ where: { id: seller.sellerId } })
    const subjects = (await market.mails(email ?? '')).map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['Your money has arrived', 'Your money is on its way']))
    const acts = { subjectId: seller.sellerId, action: { in: ['payout.request', 'payout.arrive'] } }
    const entries = await market.database.auditEntry.findMany({
      where: acts,
      select: { action: true },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action }) => action)).toEqual(['payout.request', 'payout.arrive'])
  })

  it('is paid out once a day, and not below a dollar', async () => {
    const seller = await paidSeller()
    await seller.deal()
    await fundsBecomeAvailable(market)
    await market.database.payout.updateMany({ data: { requestedAt: new Date() } })
    await move(market)
    expect(await seller.payouts()).toHaveLength(1)
    await market.timePasses({ hours: 24 })
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ amountCents: 19_000 }, { amountCents: 19_000 }])
    const small = await payee(market)
    const deal = await small.deal()
    await deal.refund(19_900)
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await small.money()).toEqual({ balance: 0, onItsWay: 95 })
    expect(await small.payouts()).toEqual([])
  })

  it('is paid out up to what the market sent there, less what the seller owes', async () => {
    const seller = await payee(market)
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: false } })
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: true } })
    await deal.refund(10_000)
    await market.timePasses({ hours: 2 })
    expect(await sendPayouts(market.platform)).toEqual([])
    expect(await seller.payouts()).toMatchObject([{ amountCents: 9500 }])
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 9500 })
  })

  it('stays there while an admin has frozen it', async () => {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: false } })
    await move(market)
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: true } })
    const freeze = (payoutsFrozenAt: Date | null) =>
      market.database.user.update({ where: { id: seller.sellerId }, data: { payoutsFrozenAt } })
    await freeze(new Date())
    await move(market)
    expect(await seller.payouts()).toEqual([])
    await freeze(null)
    await move(market)
    expect(await seller.payouts()).toHaveLength(1)
  })
})

describe('what a buyer’s bank asks for', () => {
  /** A seller of whom $190 stand on their account at the provider, which has paid out nothing yet. */
  async function sentOn() {
    const seller = await payee(market)
    const payOut = (payoutsEnabled: boolean) =>
      market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled } })
    await payOut(false)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await payOut(true)
    return { seller, deal }
  }
  async function dispute({ intentId, settle: apply }: Awaited<ReturnType<Payee['deal']>>, amount?: number) {
    const id = await market.card.dispute(intentId, amount === undefined ? {} : { amount })
    await apply()
    return id
  }

  it('stays on the account until it has decided, and is taken back when it is lost', async () => {
    const { seller, deal } = await sentOn()
    const id = await dispute(deal)
    await move(market)
    expect(await seller.payouts()).toEqual([])
    expect(await market.as(seller.sellerId).earnings.summary({})).toMatchObject({
      ...{ onItsWayCents: 19_000, disputedCents: 19_000 },
    })
    await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
    await market.timePasses({ hours: 24 })
    await move(market)
    expect(await seller.payouts()).toHaveLength(1)
    expect(await seller.atProvider()).toBe(19_000)
    await market.card.bank.decideDispute(id, 'lose')
    await deal.settle()
    await move(market)
    expect(await seller.money()).toMatchObject({ balance: 0 })
    expect(await seller.atProvider()).toBe(0)
  })

  it('is paid out once it has left it', async () => {
    const { seller, deal } = await sentOn()
    const id = await dispute(deal)
    await market.card.bank.decideDispute(id, 'win')
    await deal.settle()
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
    expect(await market.as(seller.sellerId).earnings.summary({})).toMatchObject({ disputedCents: 0 })
  })

  it('may be a part: the rest is paid out', async () => {
    const { seller, deal } = await sentOn()
    await dispute(deal, 5000)
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 14_000 }])
  })

  it('is no other deal’s money when it had left before', async () => {
    const { seller, deal } = await sentOn()
    await move(market)
    await seller.arrive()
    await market.timePasses({ hours: 24 })
    await dispute(deal)
    await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID' }, { amountCents: 19_000 }])
  })

  it('is not paid out by what was planned before', async () => {
    const { seller, deal } = await sentOn()
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      createPayout: () => Promise.reject(new Error('away')),
    })
    await move(market, { ...market.platform, connectedAccounts }).catch(() => undefined)
    expect(await seller.payouts()).toMatchObject([{ state: 'REQUESTED', amountCents: 19_000 }])
    await dispute(deal)
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'payment_disputed' }])
    expect(await market.platform.connectedAccounts.listPayouts(seller.accountId)).toEqual([])
    expect(await seller.notices('payout-failed')).toEqual([
      'The payout of $190 to your bank failed: the bank of a buyer asks for a part of it, which waits until it has decided. The money is still yours, and is sent again.',
    ])
  })
})

describe('a payout that was planned before its seller came to owe', () => {
  it('is given up, and what is left is paid out', async () => {
    const seller = await paidSeller()
    const old = await seller.deal()
    await seller.arrive()
    await seller.deal()
    await fundsBecomeAvailable(market)
    await market.timePasses({ hours: 24 })
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      createPayout: () => Promise.reject(new Error('away')),
    })
    await move(market, { ...market.platform, connectedAccounts }).catch(() => undefined)
    const planned = (await seller.payouts()).find(({ state }) => state === 'REQUESTED')
    await old.refund(5000)
    await old.refund(5000)
    await sendPayouts(market.platform)
    const made = await market.platform.connectedAccounts.listPayouts(seller.accountId)
    expect(planned).toMatchObject({ amountCents: 38_000 })
    expect(made.map(({ amountCents }) => amountCents)).toEqual([19_000])
    expect(await seller.notices('payout-failed')).toEqual([
      expect.stringContaining('failed: a refund took a part of it meanwhile. What is left is sent by itself.'),
    ])
    // Nothing has failed at the bank.
    expect((await market.as(seller.sellerId).earnings.summary({})).wait).toMatchObject({ failure: null })
    await market.timePasses({ hours: 24 })
    await move(market)
    expect((await seller.payouts()).at(-1)).toMatchObject({ amountCents: 28_500 })
  })
})

describe('a payout that was planned before its seller’s payouts were frozen', () => {
  /** A seller whose payout is planned, while the provider is away; `reached`: it has made it, and the answer was lost. */
  async function plannedPayout({ reached }: { reached: boolean }) {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    const { createPayout } = market.platform.connectedAccounts
    let hung: (() => ReturnType<typeof createPayout>) | undefined
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      async createPayout(payout: Parameters<typeof createPayout>[0]) {
        if (reached) await createPayout(payout)
        else hung = () => createPayout(payout)
        throw new Error('away')
      },
    })
    await move(market, { ...market.platform, connectedAccounts }).catch(() => undefined)
    expect(await seller.payouts()).toMatchObject([{ state: 'REQUESTED' }])
    const admin = await market.asAdmin()
    await admin.accounts.freezePayouts({ userId: seller.sellerId, reason: 'Buyers report locked phones' })
    await move(market)
    return { seller, late: () => hung?.(), release: () => admin.accounts.releasePayouts({ userId: seller.sellerId }) }
  }
  const made = (accountId: string) => market.platform.connectedAccounts.listPayouts(accountId)

  it('is given up, and another one is made once they are released', async () => {
    const { seller, release } = await plannedPayout({ reached: false })
    expect(await made(seller.accountId)).toEqual([])
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'payouts_frozen' }])
    expect(await seller.notices('payout-failed')).toEqual([
      expect.stringContaining('an admin has stopped payouts to you while a problem is looked into.'),
    ])
    await market.timePasses({ hours: 24 })
    await move(market)
    expect(await made(seller.accountId)).toEqual([])
    await release()
    await move(market)
    expect(await made(seller.accountId)).toMatchObject([{ amountCents: 19_000 }])
  })

  it('is recorded when the provider makes it only after it was given up, and its event is lost', async () => {
    const { seller, late } = await plannedPayout({ reached: false })
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'payouts_frozen' }])
    await late()
    await market.timePasses({ hours: 24 })
    await reconcileAccounts(market.platform)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
  })

  it('is recorded when the provider had made it before', async () => {
    const { seller } = await plannedPayout({ reached: true })
    expect(await made(seller.accountId)).toHaveLength(1)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
  })
})

describe('a payout while its seller’s payouts are being frozen', () => {
  it('has left before the freeze answers', async () => {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    const admin = await market.asAdmin()
    const { createPayout } = market.platform.connectedAccounts
    let freezing: Promise<unknown> | null = null
    let isFrozen = false
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      async createPayout(payout: Parameters<typeof createPayout>[0]) {
        const frozen = { userId: seller.sellerId, reason: 'Buyers report locked phones' }
        freezing = admin.accounts.freezePayouts(frozen).then(() => {
          isFrozen = true
        })
        await market.untilWaiting()
        expect(isFrozen).toBe(false)
        return createPayout(payout)
      },
    })
    await move(market, { ...market.platform, connectedAccounts })
    await freezing
    expect(isFrozen).toBe(true)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
  })
})

describe('more money than one payout can be', () => {
  it('goes in several, one a day', async () => {
    const seller = await payee(market)
    const priceCents = 99_999_999
    const deals = Array.from({ length: 22 }, () => releasedDeal(market, seller.sellerId, { priceCents }))
    await Promise.all(deals)
    await fundsBecomeAvailable(market)
    await move(market)
    const most = 2_147_483_647
    expect(await seller.payouts()).toEqual([{ state: 'IN_TRANSIT', amountCents: most, failureReason: null }])
    await seller.arrive()
    await market.timePasses({ hours: 24 })
    await move(market)
    const rest = 22 * (priceCents - 1000) - most
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID' }, { state: 'IN_TRANSIT', amountCents: rest }])
  })
})

describe('a payout whose outcome was lost', () => {
  it('is found at the provider, also when it has forgotten the key', async () => {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    const { createPayout } = market.platform.connectedAccounts
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      async createPayout(payout: Parameters<typeof createPayout>[0]) {
        await createPayout(payout)
        throw new Error('The process ended')
      },
    })
    const dying = { ...market.platform, connectedAccounts }
    await move(market, dying).catch(() => undefined)
    expect(await seller.payouts()).toMatchObject([{ state: 'REQUESTED' }])
    await market.card.bank.advanceClock(2 * 24 * 60 * 60)
    await Promise.all([move(market), move(market)])
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID', amountCents: 19_000 }])
    expect(await market.platform.connectedAccounts.listPayouts(seller.accountId)).toHaveLength(1)
  })
})

describe('a payout that fails', () => {
  it('leaves the money with the provider; the seller reads what to do, and it is sent again when they did', async () => {
    const seller = await paidSeller()
    await atBank(seller, 'fail', 'account_closed')
    await Promise.all([settle(seller), settle(seller)])
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'account_closed' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await seller.notices('payout-failed')).toEqual([
      'The payout of $190 to your bank failed: your bank account is closed. Name another one at the payment provider: the page of your earnings leads there. The money is still yours, and is sent again.',
    ])
    await market.timePasses({ hours: 24 })
    await market.runJobs()
    expect(await seller.payouts()).toHaveLength(1)
    await seller.bank('000123456789')
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED' }, { state: 'IN_TRANSIT', amountCents: 19_000 }])
  })

  it('stays so, whatever was read of it before and is applied late', async () => {
    const seller = await paidSeller()
    const { providerId } = await seller.lastPayout()
    const { accountId } = seller
    const named = { accountId, payoutId: providerId ?? '' }
    const { connectedAccounts } = market.platform
    const before = await connectedAccounts.retrievePayout({ accountId, id: named.payoutId })
    await atBank(seller, 'fail', 'account_closed')
    await settle(seller)
    for (const status of ['in_transit', 'paid'] as const) {
      const retrievePayout = async () => before && { ...before, status }
      const late = Object.assign(Object.create(connectedAccounts), { retrievePayout })
      await settlePayout({ ...market.platform, connectedAccounts: late }, named)
    }
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'account_closed' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await seller.notices('payout-sent')).toHaveLength(1)
  })

  it('that had arrived came back: the money is on its way again', async () => {
    const seller = await paidSeller()
    await seller.arrive()
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
    await atBank(seller, 'fail', 'no_account')
    await Promise.all([settle(seller), settle(seller)])
    expect(await seller.payouts()).toMatchObject([{ state: 'RETURNED', failureReason: 'no_account' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await seller.notices('payout-failed')).toEqual([
      expect.stringContaining('Your bank sent $190 back: your bank account was not found.'),
    ])
  })

  it('that the provider does not take is no more than that', async () => {
    const seller = await payee(market)
    await seller.deal()
    await fundsBecomeAvailable(market)
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      createPayout: async () => ({ rejected: 'payouts_not_allowed' }),
    })
    await move(market, { ...market.platform, connectedAccounts })
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'payouts_not_allowed' }])
    await move(market)
    expect(await seller.payouts()).toHaveLength(1)
    await market.timePasses({ hours: 24 })
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED' }, { state: 'IN_TRANSIT' }])
  })
})

describe('a lost event', () => {
  it('is no harm: the provider is asked about what is on its way, and for a month about what has arrived', async () => {
    const seller = await paidSeller()
    await atBank(seller, 'pay')
    await market.timePasses({ hours: 6 })
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID' }])
    await atBank(seller, 'fail', 'account_closed')
    await market.timePasses({ hours: 48 })
    await move(market)
    expect((await seller.payouts())[0]).toMatchObject({ state: 'RETURNED' })
  })
})

describe('a payout that somebody else made on a seller’s account', () => {
  it('is recorded: its money has left', async () => {
    const seller = await payee(market)
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: false } })
    await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const stranger = { payoutId: seller.sellerId, accountId: seller.accountId, amountCents: 4000 }
    const made = await market.platform.connectedAccounts.createPayout(stranger)
    if ('rejected' in made) throw new Error(made.rejected)
    await market.card.bank.payPayout(made.id)
    await settlePayout(market.platform, { accountId: seller.accountId, payoutId: made.id })
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID', amountCents: 4000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 15_000 })
  })
  it('is found once a day when its event is lost, also when it never left or came back months later', async () => {
    const seller = await payee(market)
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: false } })
    await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const byHand = async (payoutId: string, amountCents: number) => {
      const asked = { payoutId, accountId: seller.accountId, amountCents }
      const made = await market.platform.connectedAccounts.createPayout(asked)
      if ('rejected' in made) throw new Error(made.rejected)
      return made.id
    }
    const id = await byHand(seller.sellerId, 4000)
    await market.card.bank.payPayout(id)
    const failed = await byHand('018f0000-0000-7000-8000-000000000009', 1000)
    await market.card.bank.failPayout(failed, 'account_closed')
    const aDayLater = async (days = 1) => {
      await market.timePasses({ hours: 24 * days })
      await reconcileAccounts(market.platform)
    }
    await aDayLater()
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID', amountCents: 4000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 15_000 })
    await aDayLater(90)
    await market.card.bank.failPayout(id, 'no_account')
    await aDayLater()
    expect(await seller.payouts()).toMatchObject([{ state: 'RETURNED', amountCents: 4000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    // The check names what waits so long on an account that pays nothing out.
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: true } })
  })
})
