import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectedAccounts } from '#platform/connected-accounts.ts'
import { moveMoney } from './move-money.ts'
import { sendTransfer } from './send-transfer.ts'
import { sendTransfers } from './send-transfers.ts'
import { fundsBecomeAvailable, move, payee, releasedDeal } from './testing/payee.ts'
import { recordTransferFailed, recordTransferSent } from './transfer-transitions.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  await market.card.bank.clearFaults()
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const rowsOf = (orderId: string) =>
  market.database.transfer.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { id: true, state: true, amountCents: true, reversedCents: true, failureReason: true },
  })

/** The platform, with some calls of the sellers' accounts replaced. */
function platformWith(calls: Partial<ConnectedAccounts>) {
  const connectedAccounts: ConnectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), calls)
  return { ...market.platform, connectedAccounts }
}

const DAY_S = 24 * 60 * 60
const whole = { amountCents: 19_000, reversedCents: 0 }

describe('the money of a released deal', () => {
  it('goes to its seller’s account once the charge’s funds are available: once, by however many at once', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await move(market)
    expect(await rowsOf(deal.orderId)).toEqual([])
    await fundsBecomeAvailable(market)
    await Promise.all([move(market), move(market), move(market)])
    await move(market)
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'SENT', ...whole }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    const entries = { action: 'payout.transfer', subjectId: deal.orderId }
    expect(await market.database.auditEntry.count({ where: entries })).toBe(1)
  })

  it('is recorded once, by however many have read that it was made', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const where = { orderId: deal.orderId }
    const { id, providerId } = await market.database.transfer.findFirstOrThrow({ where })
    const record = () =>
      market.database.$transaction(tx => recordTransferSent(tx, { id, providerId: providerId ?? '' }))
    expect(await Promise.all([record(), record()])).toEqual([false, false])
    const entries = { action: 'payout.transfer', subjectId: deal.orderId }
    expect(await market.database.auditEntry.count({ where: entries })).toBe(1)
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
  })

  it('is what a claim left of it, once the rest has gone back', async () => {
    const seller = await payee(market)
    const deal = await releasedDeal(market, seller.sellerId, { giveBackCents: 5_000 })
    await market.runJobs()
    await deal.settle()
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await deal.transfers()).toEqual([{ amountCents: 14_250, reversedCents: 0, accountId: seller.accountId }])
  })

  it('waits for an account, and goes to it once there is one', async () => {
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const deal = await releasedDeal(market, sellerId)
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await rowsOf(deal.orderId)).toEqual([])
    const seller = await payee(market, { sellerId })
    await move(market)
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
  })

  it('is sent to a removed and to a suspended seller: what is theirs stays theirs', async () => {
    const [removed, suspended] = [await payee(market), await payee(market)]
    const [first, second] = [await removed.deal(), await suspended.deal()]
    const admin = await market.asAdmin()
    await admin.accounts.removeUser({ userId: removed.sellerId, reason: 'They asked' })
    await admin.accounts.suspend({ userId: suspended.sellerId, reason: 'Posted what was not theirs' })
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await first.transfers()).toEqual([{ ...whole, accountId: removed.accountId }])
    expect(await second.transfers()).toEqual([{ ...whole, accountId: suspended.accountId }])
  })

  it('is not sent while an admin has frozen the seller’s payouts, also when it was planned before', async () => {
    const seller = await payee(market)
    const [planned, later] = [await seller.deal(), await seller.deal()]
    const freeze = (payoutsFrozenAt: Date | null) =>
      market.database.user.update({ where: { id: seller.sellerId }, data: { payoutsFrozenAt } })
    await fundsBecomeAvailable(market)
    const away = () => Promise.reject(new Error('away'))
    await sendTransfers(platformWith({ createTransfer: away, listTransfers: away }))
    await freeze(new Date())
    await move(market)
    expect(await planned.transfers()).toEqual([])
    expect(await rowsOf(planned.orderId)).toMatchObject([{ state: 'PENDING' }])
    expect(await later.transfers()).toEqual([])
    await freeze(null)
    await move(market)
    expect(await planned.transfers()).toHaveLength(1)
    expect(await later.transfers()).toHaveLength(1)
  })

  it('has left before a freeze of the seller’s payouts answers, or does not leave', async () => {
    const seller = await payee(market)
    const [first, second] = [await seller.deal(), await seller.deal()]
    await fundsBecomeAvailable(market)
    const admin = await market.asAdmin()
    const { createTransfer } = market.platform.connectedAccounts
    let freezing: Promise<unknown> | null = null
    let isFrozen = false
    const slow = platformWith({
      async createTransfer(transfer) {
        freezing ??= admin.accounts
          .freezePayouts({ userId: seller.sellerId, reason: 'Buyers report locked phones' })
          .then(() => {
            isFrozen = true
          })
        await market.untilWaiting()
        expect(isFrozen).toBe(false)
        return createTransfer(transfer)
      },
    })
    expect(await sendTransfers(slow)).toEqual([])
    await freezing
    const left = [await first.transfers(), await second.transfers()]
    expect(left).toEqual([[{ ...whole, accountId: seller.accountId }], []])
    await move(market)
    expect([await first.transfers(), await second.transfers()]).toEqual(left)
    await admin.accounts.releasePayouts({ userId: seller.sellerId })
    await move(market)
    expect(await second.transfers()).toHaveLength(1)
  })

  it('does not leave after a freeze has answered, however many send at once', async () => {
    const admin = await market.asAdmin()
    for (let round = 0; round < 4; round += 1) {
      const seller = await payee(market)
      const deals = [await seller.deal(), await seller.deal(), await seller.deal()]
      await fundsBecomeAvailable(market)
      const sent = () => Promise.all(deals.map(async deal => (await deal.transfers()).length))
      const frozen = async () => {
        await admin.accounts.freezePayouts({ userId: seller.sellerId, reason: 'Buyers report locked phones' })
        return sent()
      }
      const [left] = await Promise.all([frozen(), move(market), move(market)])
      await move(market)
      expect(await sent()).toEqual(left)
      await admin.accounts.releasePayouts({ userId: seller.sellerId })
      await move(market)
      expect(await sent()).toEqual([1, 1, 1])
    }
  })

  it('waits while a bank disputes the payment, and goes when the bank has decided for the market', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    const dispute = await market.card.dispute(deal.intentId)
    await deal.settle()
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await rowsOf(deal.orderId)).toEqual([])
    await market.card.bank.decideDispute(dispute, 'win')
    await deal.settle()
    await move(market)
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
  })

  /** Plans transfers while the provider is away. */
  async function planned() {
    const away = () => Promise.reject(new Error('away'))
    await sendTransfers(platformWith({ createTransfer: away, listTransfers: away }))
  }

  it('waits for a bank also when it was planned before', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await planned()
    const dispute = await market.card.dispute(deal.intentId)
    await move(market)
    expect(await deal.transfers()).toEqual([])
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'PENDING' }])
    await market.card.bank.decideDispute(dispute, 'win')
    await move(market)
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
  })

  it('waits while a part of it is on its way back to the buyer, planned before or not', async () => {
    const seller = await payee(market)
    const deal = await releasedDeal(market, seller.sellerId, { giveBackCents: 5_000 })
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await rowsOf(deal.orderId)).toEqual([])
    await market.runJobs()
    await deal.settle()
    await planned()
    const [refund] = await market.card.refunds(deal.intentId)
    await market.card.bank.failRefund(refund?.id ?? '', 'expired_or_canceled_card')
    await deal.settle()
    await market.database.refund.updateMany({
      where: { paymentId: deal.paymentId, state: 'REQUESTED' },
      data: { dueAt: new Date(Date.now() + 3_600_000) },
    })
    await move(market)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'PENDING', amountCents: 14_250 }])
    expect(await deal.transfers()).toEqual([])
    await market.timePasses({ hours: 2 })
    await market.runJobs()
    await deal.settle()
    await move(market)
    expect(await deal.transfers()).toEqual([{ amountCents: 14_250, reversedCents: 0, accountId: seller.accountId }])
  })

  it('is not sent when its seller owes that much by now, of a deal that was sent before', async () => {
    const seller = await payee(market)
    const first = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    const second = await seller.deal()
    await fundsBecomeAvailable(market)
    await planned()
    await first.refund(20_000)
    await move(market)
    expect(await rowsOf(second.orderId)).toMatchObject([{ state: 'FAILED', failureReason: 'superseded' }])
    expect(await second.transfers()).toEqual([])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
  })

  it('is sent without what went back to the buyer, also when nobody had noticed that when it was planned', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await market.card.refund(deal.intentId, 10_000)
    await move(market)
    expect(await deal.transfers()).toEqual([])
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'FAILED', failureReason: 'superseded' }])
    await market.timePasses({ hours: 1 })
    await move(market)
    expect(await deal.transfers()).toEqual([{ amountCents: 9500, reversedCents: 0, accountId: seller.accountId }])
  })
})

describe('what a seller owes', () => {
  it('is kept from later deals: they transfer less, or nothing, and what they owe shrinks', async () => {
    const seller = await payee(market)
    const first = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    await first.refund(20_000)
    expect(await seller.money()).toEqual({ balance: -19_000, onItsWay: 0 })
    const second = await seller.deal()
    await second.refund(10_000)
    await fundsBecomeAvailable(market)
    await move(market)
    expect(await second.transfers()).toEqual([])
    expect(await seller.money()).toEqual({ balance: -9500, onItsWay: 0 })
    const third = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    // Of 190 that the third earned 95 are owed; what goes is taken from the older deal first.
    expect(await second.transfers()).toEqual([{ amountCents: 9500, reversedCents: 0, accountId: seller.accountId }])
    expect(await third.transfers()).toEqual([])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 9500 })
  })

  it('is netted once, however many deals are planned at once', async () => {
    const seller = await payee(market)
    const first = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    await first.refund(20_000)
    for (let deal = 0; deal < 3; deal += 1) await seller.deal()
    await fundsBecomeAvailable(market)
    await Promise.all([move(market), move(market), move(market), move(market)])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 38_000 })
  })
})

describe('a transfer whose outcome was lost', () => {
  it('is found by its group and recorded once, also when the provider has forgotten the key', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    const { createTransfer } = market.platform.connectedAccounts
    const dying = platformWith({
      async createTransfer(transfer) {
        await createTransfer(transfer)
        throw new Error('The process ended')
      },
    })
    await expect(moveMoney(dying)).rejects.toThrow('The process ended')
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'PENDING' }])
    await market.card.bank.advanceClock(2 * DAY_S)
    await Promise.all([move(market), move(market)])
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'SENT' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
  })

  it('is recorded before what is owed is taken back, when the buyer got the money back meanwhile', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    const { createTransfer } = market.platform.connectedAccounts
    const dying = platformWith({
      async createTransfer(transfer) {
        await createTransfer(transfer)
        throw new Error('The process ended')
      },
    })
    await sendTransfers(dying)
    await deal.refund(20_000)
    await move(market)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'SENT', ...whole }])
    await move(market)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'SENT', reversedCents: 19_000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
  })

  it('is found and taken back when the provider makes it only after it was given up', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    const { createTransfer } = market.platform.connectedAccounts
    let hung: (() => ReturnType<typeof createTransfer>) | undefined
    const hanging = platformWith({
      createTransfer(transfer) {
        hung = () => createTransfer(transfer)
        throw new Error('The provider does not answer')
      },
    })
    await sendTransfers(hanging)
    await deal.refund(20_000)
    await move(market)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'FAILED', failureReason: 'superseded' }])
    await hung?.()
    await market.timePasses({ hours: 2 })
    await move(market)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'SENT', reversedCents: 19_000 }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
  })

  it('is tried again by the next run when the provider is away, and delays no other', async () => {
    const [first, second] = [await payee(market), await payee(market)]
    const [late, other] = [await first.deal(), await second.deal()]
    await fundsBecomeAvailable(market)
    await market.card.bank.orderFault({ kind: '500', when: 'after', method: 'POST', path: '/v1/transfers', times: 1 })
    await move(market).catch(() => undefined)
    const sent = async () => [...(await late.transfers()), ...(await other.transfers())]
    expect(await sent()).toHaveLength(2)
    await move(market)
    expect(await sent()).toHaveLength(2)
    expect([...(await rowsOf(late.orderId)), ...(await rowsOf(other.orderId))].map(({ state }) => state)).toEqual([
      'SENT',
      'SENT',
    ])
  })
})

describe('a transfer that the provider does not make', () => {
  it('has failed, and another is made an hour later', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await sendTransfers(platformWith({ createTransfer: async () => ({ rejected: 'balance_insufficient' }) }))
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'FAILED', failureReason: 'balance_insufficient' }])
    await move(market)
    expect(await deal.transfers()).toEqual([])
    await market.timePasses({ hours: 1 })
    await move(market)
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
  })

  it('is recorded all the same when it was given up meanwhile', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    const away = () => Promise.reject(new Error('away'))
    await sendTransfers(platformWith({ createTransfer: away, listTransfers: away }))
    const [{ id } = { id: '' }] = await rowsOf(deal.orderId)
    const { createTransfer } = market.platform.connectedAccounts
    const slow = platformWith({
      async createTransfer(transfer) {
        await market.database.$transaction(tx => recordTransferFailed(tx, { id, reason: 'rate' }))
        return createTransfer(transfer)
      },
    })
    await sendTransfer(slow, id)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ state: 'SENT', failureReason: null }])
  })

  it('asks for the account again, so that it waits until it can be paid', async () => {
    const seller = await payee(market)
    const deal = await seller.deal()
    await fundsBecomeAvailable(market)
    await market.card.bank.requireOfAccount(seller.accountId, { pastDue: true })
    await move(market)
    expect(await rowsOf(deal.orderId)).toMatchObject([{ failureReason: 'insufficient_capabilities_for_transfer' }])
    const account = { where: { userId: seller.sellerId }, select: { transfersEnabled: true } }
    expect(await market.database.payoutAccount.findUnique(account)).toEqual({ transfersEnabled: false })
    await market.timePasses({ hours: 2 })
    await move(market)
    expect(await rowsOf(deal.orderId)).toHaveLength(1)
    await seller.bank()
    await move(market)
    expect(await deal.transfers()).toEqual([{ ...whole, accountId: seller.accountId }])
  })
})
