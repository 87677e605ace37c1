import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { paidOrder } from '#payments/testing/paid-order.ts'
import type { ConnectedAccounts } from '#platform/connected-accounts.ts'
import { clawBack } from './claw-back.ts'
import { fundsBecomeAvailable, move, payee } from './testing/payee.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const reversals = async () => {
  const select = { state: true, amountCents: true, failureReason: true } as const
  return market.database.transferReversal.findMany({ orderBy: { id: 'asc' }, select })
}

/** A deal whose money is with its seller's account at the provider; nothing is paid out unless it is asked for. */
async function sentDeal(given: { paysOut?: boolean } = {}) {
  const seller = await payee(market)
  if (!given.paysOut) await payOut(seller.sellerId, false)
  const deal = await seller.deal()
  await fundsBecomeAvailable(market)
  await move(market)
  return { seller, deal }
}

function payOut(userId: string, payoutsEnabled: boolean) {
  return market.database.payoutAccount.update({ where: { userId }, data: { payoutsEnabled } })
}

describe('what went back to the buyer after it was sent on', () => {
  it('is taken back from the seller’s account, a part in proportion, once however many try', async () => {
    const { seller, deal } = await sentDeal()
    await deal.refund(5000)
    await Promise.all([move(market), move(market), move(market)])
    await move(market)
    expect(await deal.transfers()).toEqual([{ amountCents: 19_000, reversedCents: 4750, accountId: seller.accountId }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 14_250 })
    expect(await seller.atProvider()).toBe(14_250)
    const entries = { action: 'payout.reverse-transfer', subjectId: deal.orderId }
    expect(await market.database.auditEntry.count({ where: entries })).toBe(1)
  })

  it('is sent on again when the bank gives it back on appeal, once however many try', async () => {
    const { seller, deal } = await sentDeal()
    const dispute = await market.card.dispute(deal.intentId)
    await market.card.bank.decideDispute(dispute, 'lose')
    await deal.settle()
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
    expect(await seller.atProvider()).toBe(0)
    await market.card.bank.decideDispute(dispute, 'appeal')
    await Promise.all([deal.settle(), deal.settle()])
    expect(await seller.money()).toEqual({ balance: 19_000, onItsWay: 0 })
    // What the provider took as its fee of the dispute is the market's to bear, of what is there of others' deals.
    await paidOrder(market)
    await fundsBecomeAvailable(market)
    await Promise.all([move(market), move(market)])
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await seller.atProvider()).toBe(19_000)
  })

  it('is taken back as far as the account covers it; the rest stays owed', async () => {
    const { seller, deal } = await sentDeal()
    const half = { payoutId: deal.orderId, accountId: seller.accountId, amountCents: 12_000 }
    const made = await market.platform.connectedAccounts.createPayout(half)
    const dispute = await market.card.dispute(deal.intentId)
    await market.card.bank.decideDispute(dispute, 'lose')
    await deal.settle()
    expect(await seller.money()).toEqual({ balance: -19_000, onItsWay: 19_000 })
    await move(market)
    expect(await reversals()).toMatchObject([{ state: 'SENT', amountCents: 7000 }])
    expect(await seller.money()).toEqual({ balance: -12_000, onItsWay: 12_000 })
    // Nobody asks all the time about an account that has nothing.
    await move(market)
    await market.timePasses({ hours: 1 })
    await move(market)
    expect(await reversals()).toHaveLength(1)
    if ('rejected' in made) throw new Error(made.rejected)
    await market.card.bank.failPayout(made.id)
    await market.timePasses({ hours: 1 })
    await move(market)
    expect(await reversals()).toMatchObject([{ amountCents: 7000 }, { state: 'SENT', amountCents: 12_000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
  })

  it('is taken back as far as the seller owes it: what they have earned since is kept for it first', async () => {
    const { seller, deal } = await sentDeal()
    await (await seller.deal()).refund(10_000)
    expect(await seller.money()).toEqual({ balance: 9_500, onItsWay: 19_000 })
    await deal.refund(20_000)
    await clawBack(market.platform)
    expect(await reversals()).toMatchObject([{ state: 'SENT', amountCents: 9_500 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 9_500 })
  })

  it('is taken back of each deal’s own transfer, as far as its own money went back', async () => {
    const { seller, deal } = await sentDeal()
    const other = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await deal.refund(5000)
    await other.refund(10_000)
    expect(await clawBack(market.platform)).toEqual([])
    expect(await deal.transfers()).toMatchObject([{ amountCents: 19_000, reversedCents: 4750 }])
    expect(await other.transfers()).toMatchObject([{ amountCents: 19_000, reversedCents: 9500 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 23_750 })
  })

  it('is taken back of both transfers of a deal that was sent in two, of each what it brought', async () => {
    const { seller, deal: old } = await sentDeal({ paysOut: true })
    await seller.arrive()
    await payOut(seller.sellerId, false)
    const refund = await old.refund(10_000)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await market.card.bank.failRefund(refund)
    await old.settle()
    await move(market)
    const half = { amountCents: 9500, accountId: seller.accountId }
    expect(await deal.transfers()).toEqual([1, 2].map(() => ({ ...half, reversedCents: 0 })))
    await deal.refund(20_000)
    expect(await clawBack(market.platform)).toEqual([])
    expect(await deal.transfers()).toEqual([1, 2].map(() => ({ ...half, reversedCents: 9500 })))
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
  })

  it('is asked of the account once, also when another process has planned it meanwhile', async () => {
    const { seller, deal } = await sentDeal()
    const most = { payoutId: deal.orderId, accountId: seller.accountId, amountCents: 12_000 }
    await market.platform.connectedAccounts.createPayout(most)
    await deal.refund(20_000)
    const { readBalance } = market.platform.connectedAccounts
    const processWith = (calls: Partial<ConnectedAccounts>) => {
      const reverseTransfer = () => Promise.reject(new Error('away'))
      const given: ConnectedAccounts = Object.create(market.platform.connectedAccounts)
      return { ...market.platform, connectedAccounts: Object.assign(given, { reverseTransfer, ...calls }) }
    }
    const slow = processWith({
      async readBalance(accountId) {
        const balance = await readBalance(accountId)
        await market.timePasses({ hours: 1 })
        expect(await clawBack(processWith({}))).toHaveLength(1)
        return balance
      },
    })
    expect(await clawBack(slow)).toHaveLength(1)
    expect(await reversals()).toMatchObject([{ state: 'PENDING', amountCents: 7000 }])
    await clawBack(market.platform)
    expect(await reversals()).toMatchObject([{ state: 'SENT', amountCents: 7000 }])
  })

  it('is taken back before anything is paid out', async () => {
    const { seller, deal } = await sentDeal()
    await deal.refund(5000)
    await payOut(seller.sellerId, true)
    await move(market)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 14_250 }])
  })

  it('goes to the seller again when the refund came back from the bank', async () => {
    const { seller, deal } = await sentDeal()
    const refund = await deal.refund(20_000)
    await move(market)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
    await market.card.bank.failRefund(refund)
    await deal.settle()
    await move(market)
    // The provider lets no more than the charge be transferred of it, so this one is of the market's balance.
    expect((await deal.transfers()).map(({ amountCents }) => amountCents)).toEqual([19_000, 19_000])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
  })
})

describe('a reversal whose outcome was lost', () => {
  it('is found at the provider and recorded once', async () => {
    const { seller, deal } = await sentDeal()
    await deal.refund(20_000)
    const { reverseTransfer } = market.platform.connectedAccounts
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      async reverseTransfer(reversal: Parameters<typeof reverseTransfer>[0]) {
        await reverseTransfer(reversal)
        throw new Error('The process ended')
      },
    })
    expect(await clawBack({ ...market.platform, connectedAccounts })).toHaveLength(1)
    expect(await reversals()).toMatchObject([{ state: 'PENDING' }])
    await market.card.bank.advanceClock(2 * 24 * 60 * 60)
    await Promise.all([move(market), move(market)])
    expect(await reversals()).toEqual([{ state: 'SENT', amountCents: 19_000, failureReason: null }])
    expect(await seller.atProvider()).toBe(0)
  })

  it('has failed when the provider does not make it, and is planned again an hour later', async () => {
    const { deal } = await sentDeal()
    await deal.refund(20_000)
    const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
      reverseTransfer: async () => ({ rejected: 'balance_insufficient' }),
    })
    expect(await clawBack({ ...market.platform, connectedAccounts })).toEqual([])
    await move(market)
    expect(await reversals()).toMatchObject([{ state: 'FAILED', failureReason: 'balance_insufficient' }])
    await market.timePasses({ hours: 1 })
    await move(market)
    expect(await reversals()).toMatchObject([{ state: 'FAILED' }, { state: 'SENT', amountCents: 19_000 }])
  })
})
