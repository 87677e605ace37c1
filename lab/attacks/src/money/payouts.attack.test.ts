import { moveMoney } from '@second-ring/api/payouts/move-money'
import { fundsBecomeAvailable, payee } from '@second-ring/api/payouts/testing/payee'
import { CONNECT_WEBHOOK_SECRET, createMarket, type Market, WEBHOOK_SECRET } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signatureOf } from '../forge/provider-event.ts'
import { attackOn } from '../wire/attack-on.ts'

let market: Market
beforeEach(async () => {
  // The events are delivered by hand.
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const PATIENCE = { timeout: 60_000, interval: 100 }
const move = () => moveMoney(market.platform)
const enqueue = () => market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'payouts.move-money', {}))

/** A seller whose deal of $190 can be sent on. */
async function readySeller() {
  const seller = await payee(market)
  const deal = await seller.deal()
  await fundsBecomeAvailable(market)
  return { seller, deal }
}

describe('what is due to a seller', () => {
  it('A271 is sent on and paid out once by two processes and many jobs at once', async () => {
    const { seller, deal } = await readySeller()
    const processes = await Promise.all([market.startProcess(), market.startProcess()])
    await Promise.all(Array.from({ length: 6 }, enqueue))
    await Promise.allSettled([move(), move()])
    await vi.waitFor(async () => expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT' }]), PATIENCE)
    for (const process of processes) await process.stop()
    await Promise.all([market.runJobs(), move()])
    expect(await deal.transfers()).toEqual([{ amountCents: 19_000, reversedCents: 0, accountId: seller.accountId }])
    expect(await market.platform.connectedAccounts.listPayouts(seller.accountId)).toMatchObject([
      { amountCents: 19_000 },
    ])
  })

  it.each([
    ['transfer', '/v1/transfers'],
    ['payout', '/v1/payouts'],
  ])('A272 is sent once when the process is killed after the provider has made the %s', async (_what, path) => {
    const { seller, deal } = await readySeller()
    await market.card.bank.orderFault({ kind: 'hang', when: 'after', method: 'POST', path })
    const process = await market.startProcess()
    await enqueue()
    await vi.waitFor(async () => {
      const [fault] = await market.card.bank.faults()
      expect(fault?.left ?? 0).toBe(0)
    }, PATIENCE)
    await process.kill()
    await market.card.bank.releaseHung()
    await market.card.bank.advanceClock(2 * 24 * 60 * 60)
    await move()
    await move()
    expect(await deal.transfers()).toHaveLength(1)
    expect(await seller.payouts()).toMatchObject([{ amountCents: 19_000 }])
    expect(await market.platform.connectedAccounts.listPayouts(seller.accountId)).toHaveLength(1)
  })
})

describe('an event of a payout', () => {
  const eventOf = (type: string, account: string, payout: object) =>
    JSON.stringify({
      ...{ id: 'evt_1', object: 'event', type, created: 1_790_000_000, account },
      data: { object: { object: 'payout', ...payout } },
    })
  const deliver = (body: string, secret = CONNECT_WEBHOOK_SECRET) =>
    attackOn(market).send('POST', '/webhooks/connected-accounts', {
      raw: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, { secret }) },
    })

  it('A273 that is forged, early, doubled, reordered or late posts what the provider says, once', async () => {
    const { seller } = await readySeller()
    await move()
    const { providerId } = await seller.lastPayout()
    const id = providerId ?? ''
    const event = (type: string, said: object = {}) => eventOf(type, seller.accountId, { id, amount: 1, ...said })
    const forged = event('payout.paid', { status: 'paid' })
    await attackOn(market).refused(() => deliver(forged, WEBHOOK_SECRET), 400)
    await deliver(forged)
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
    await market.card.bank.payPayout(id)
    await Promise.all(
      ['payout.failed', 'payout.paid', 'payout.paid', 'payout.created'].map(type => deliver(event(type))),
    )
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
    await market.card.bank.failPayout(id, 'account_closed')
    await Promise.all(['payout.paid', 'payout.failed', 'payout.failed'].map(type => deliver(event(type))))
    await deliver(event('payout.paid', { status: 'paid' }))
    expect(await seller.payouts()).toMatchObject([{ state: 'RETURNED' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
    expect(await seller.notices('payout-arrived')).toHaveLength(1)
  })

  it('A274 that names another seller’s payout on one’s own account, or one’s own on another’s, changes nothing', async () => {
    const { seller } = await readySeller()
    const thief = await payee(market)
    await move()
    const { providerId, id } = await seller.lastPayout()
    await market.card.bank.payPayout(providerId ?? '')
    const stolen = { id: providerId, status: 'paid', metadata: { payoutId: id } }
    expect((await deliver(eventOf('payout.paid', thief.accountId, stolen))).status).toBe(200)
    expect((await deliver(eventOf('payout.paid', 'acct_other', stolen))).status).toBe(200)
    expect(await thief.payouts()).toEqual([])
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT' }])
    await deliver(eventOf('payout.paid', seller.accountId, { id: providerId }))
    expect(await seller.payouts()).toMatchObject([{ state: 'PAID' }])
  })

  it('A274 whose payout at the provider carries the id of another seller’s is not taken for theirs', async () => {
    const [seller, thief] = [await payee(market), await payee(market)]
    await seller.deal()
    await thief.deal()
    await fundsBecomeAvailable(market)
    await move()
    const { id: payoutId } = await seller.lastPayout()
    const first = (await thief.lastPayout()).providerId ?? ''
    const { failPayout, payPayout } = market.card.bank
    await failPayout(first)
    await thief.bank()
    const { connectedAccounts } = market.platform
    const made = await connectedAccounts.createPayout({ payoutId, accountId: thief.accountId, amountCents: 500 })
    if ('rejected' in made) throw new Error(made.rejected)
    await payPayout(made.id)
    for (const id of [made.id, first]) await deliver(eventOf('payout.updated', thief.accountId, { id }))
    expect(await seller.payouts()).toMatchObject([{ state: 'IN_TRANSIT', amountCents: 19_000 }])
    expect(await thief.payouts()).toMatchObject([{ state: 'FAILED' }, { state: 'PAID', amountCents: 500 }])
  })
})

describe('an account that is swapped', () => {
  it('A275 between the plan and the transfer gets nothing: the money goes to the account that is the seller’s now', async () => {
    const { seller, deal } = await readySeller()
    await market.card.bank.orderFault({ kind: '503', method: 'POST', path: '/v1/transfers', times: 9 })
    await move().catch(() => undefined)
    await market.card.bank.clearFaults()
    const old = seller.accountId
    const other = await payee(market)
    await market.database.payoutAccount.delete({ where: { userId: other.sellerId } })
    await market.database.payoutAccount.update({
      where: { userId: seller.sellerId },
      data: { providerAccountId: other.accountId },
    })
    await move()
    expect(await deal.transfers()).toEqual([])
    await market.timePasses({ hours: 1 })
    await move()
    const sent = await deal.transfers()
    expect(sent.map(({ accountId }) => accountId)).toEqual([other.accountId])
    expect(sent.map(({ accountId }) => accountId)).not.toContain(old)
  })

  it('A275 in the provider’s answer is no transfer of ours: nothing is posted, and it is said', async () => {
    const { seller, deal } = await readySeller()
    const { connectedAccounts } = market.platform
    const lying = Object.assign(Object.create(connectedAccounts), {
      createTransfer: async () => ({
        ...{ id: 'tr_1', accountId: 'acct_thief', amountCents: 19_000, reversedCents: 0, chargeId: null },
        ...{ orderId: deal.orderId, transferId: null, createdAt: new Date() },
      }),
    })
    await expect(moveMoney({ ...market.platform, connectedAccounts: lying })).rejects.toThrow('to acct_thief')
    expect(await seller.money()).toEqual({ balance: 19_000, onItsWay: 0 })
    await move()
    expect(await deal.transfers()).toMatchObject([{ accountId: seller.accountId }])
  })
})

describe('a payout', () => {
  it('A276 is never more than the market sent there, whatever else the account has, and whoever asks at once', async () => {
    const { seller } = await readySeller()
    const { connectedAccounts } = market.platform
    const rich = Object.assign(Object.create(connectedAccounts), {
      readBalance: async () => ({ availableCents: 1_000_000, pendingCents: 0 }),
    })
    const platform = { ...market.platform, connectedAccounts: rich }
    await Promise.all([moveMoney(platform), moveMoney(platform), moveMoney(platform)])
    await market.timePasses({ hours: 24 })
    await Promise.all([moveMoney(platform), moveMoney(platform)])
    expect(await seller.payouts()).toMatchObject([{ amountCents: 19_000 }])
  })
})
