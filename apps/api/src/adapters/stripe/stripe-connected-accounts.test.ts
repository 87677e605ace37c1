import { randomUUID } from 'node:crypto'
import { CONNECT_WEBHOOK_SECRET, createMarket, type Market, WEBHOOK_SECRET } from '@second-ring/testkit'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedAccounts, NewTransfer, ProviderPayout, ProviderTransfer } from '#platform/connected-accounts.ts'

const A_DAY_S = 24 * 60 * 60

let market: Market
let accounts: ConnectedAccounts
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  accounts = market.platform.connectedAccounts
})
afterAll(() => market.close())

function createAccount(userId: string = randomUUID(), replaces: string | null = null) {
  return accounts.createAccount({ userId, marketId: randomUUID(), replaces })
}

/** The id of an account that may be paid, and may pay out to this bank account. */
async function sellerAccount(accountNumber?: string): Promise<string> {
  const { id } = await createAccount()
  await market.card.bank.onboardAccount(id, { ...(accountNumber && { accountNumber }) })
  return id
}

async function paidCharge() {
  const order = await market.order()
  const { clientSecret } = await market.as(order.buyerId).payments.createIntent({ orderId: order.id })
  const { latest_charge: charge } = await market.card.intent(await market.card.pay(clientSecret))
  if (charge === null || typeof charge === 'string') throw new Error('There is no charge')
  return { orderId: order.id, chargeId: charge.id }
}

async function newTransfer(accountId: string, amountCents = 5000): Promise<NewTransfer> {
  const { orderId, chargeId } = await paidCharge()
  return { transferId: randomUUID(), orderId, accountId, amountCents, chargeId, transferGroup: `order:${orderId}` }
}

async function transferred(accountId: string): Promise<ProviderTransfer> {
  const made = await accounts.createTransfer(await newTransfer(accountId))
  if ('rejected' in made) throw new Error(made.rejected)
  return made
}

async function paidOut(accountId: string, amountCents: number): Promise<ProviderPayout> {
  const made = await accounts.createPayout({ payoutId: randomUUID(), accountId, amountCents })
  if ('rejected' in made) throw new Error(made.rejected)
  return made
}

describe('the account of a seller', () => {
  it('may nothing until its holder was onboarded, and is one for two calls at once', async () => {
    const userId = randomUUID()
    const marketId = randomUUID()
    const create = () => accounts.createAccount({ userId, marketId, replaces: null })
    const [account, again] = await Promise.all([create(), create()])
    expect(again.id).toBe(account.id)
    expect((await create()).id).toBe(account.id)
    expect(account).toMatchObject({ detailsSubmitted: false, transfersEnabled: false, payoutsEnabled: false })
    expect(account).toMatchObject({ disabledReason: 'requirements.past_due' })
    expect(account.requirementsDue).toContain('external_account')

    await market.card.bank.onboardAccount(account.id)
    const onboarded = { detailsSubmitted: true, transfersEnabled: true, payoutsEnabled: true }
    const ready = { id: account.id, ...onboarded, requirementsDue: [], disabledReason: null }
    expect(await accounts.retrieveAccount(account.id)).toEqual(ready)
  })

  it('is another for another user, and after one that is gone', async () => {
    const userId = randomUUID()
    const marketId = randomUUID()
    const { id } = await accounts.createAccount({ userId, marketId, replaces: null })
    expect((await createAccount()).id).not.toBe(id)
    expect((await accounts.createAccount({ userId, marketId, replaces: id })).id).not.toBe(id)
  })

  it('has links for its holder: the onboarding, then the provider’s pages', async () => {
    const { id } = await createAccount()
    const urls = { returnUrl: 'http://shop.test/returned', refreshUrl: 'http://shop.test/again' }
    expect(await accounts.createOnboardingLink({ accountId: id, ...urls })).toMatch(/^http:.*\/connect\/links\//)
    expect(await accounts.createLoginLink(id)).toBeNull()
    await market.card.bank.onboardAccount(id)
    expect(await accounts.createLoginLink(id)).toMatch(/^http:.*\/connect\/links\//)
  })

  it('that is not there is nothing, and no outage', async () => {
    const gone = 'acct_gone'
    const urls = { returnUrl: 'http://shop.test/returned', refreshUrl: 'http://shop.test/again' }
    expect(await accounts.retrieveAccount(gone)).toBeNull()
    expect(await accounts.createOnboardingLink({ accountId: gone, ...urls })).toBeNull()
    expect(await accounts.createLoginLink(gone)).toBeNull()
    expect(await accounts.readBalance(gone)).toBeNull()
    expect(await accounts.listPayouts(gone)).toEqual([])
    expect(await accounts.retrievePayout({ accountId: gone, id: 'po_1' })).toBeNull()
    const payout = { payoutId: randomUUID(), accountId: gone, amountCents: 100 }
    expect(await accounts.createPayout(payout)).toEqual({ rejected: 'account_invalid' })
  })
})

describe('a transfer', () => {
  it('is made once, also when the provider has forgotten its key', async () => {
    const transfer = await newTransfer(await sellerAccount())
    const made = await accounts.createTransfer(transfer)
    const { transferGroup, ...named } = transfer
    expect(made).toMatchObject({ ...named, reversedCents: 0 })
    await market.card.bank.advanceClock(2 * A_DAY_S)
    expect(await accounts.createTransfer(transfer)).toEqual(made)
    expect(await accounts.listTransfers(transferGroup)).toEqual([made])
  })

  it('is rejected with the provider’s word where the account may not be paid', async () => {
    const { id } = await createAccount()
    const rejected = 'insufficient_capabilities_for_transfer'
    expect(await accounts.createTransfer(await newTransfer(id))).toEqual({ rejected })
    const transfer = await newTransfer('acct_gone')
    expect(await accounts.createTransfer(transfer)).toEqual({ rejected: 'resource_missing' })
    expect(await accounts.listTransfers(transfer.transferGroup)).toEqual([])
  })

  it('is pending on the seller’s balance until the charge’s funds are available', async () => {
    const accountId = await sellerAccount()
    await transferred(accountId)
    expect(await accounts.readBalance(accountId)).toEqual({ availableCents: 0, pendingCents: 5000 })
    await market.card.bank.advanceClock(2 * A_DAY_S)
    expect(await accounts.readBalance(accountId)).toEqual({ availableCents: 5000, pendingCents: 0 })
  })
})

describe('a reversal', () => {
  it('takes a part of a transfer back, once', async () => {
    const accountId = await sellerAccount()
    const { id: providerTransferId } = await transferred(accountId)
    const reversal = { reversalId: randomUUID(), providerTransferId, amountCents: 2000 }
    const made = await accounts.reverseTransfer(reversal)
    expect(made).toMatchObject({ reversalId: reversal.reversalId, amountCents: 2000 })
    await market.card.bank.advanceClock(2 * A_DAY_S)
    expect(await accounts.reverseTransfer(reversal)).toEqual(made)
    expect(await accounts.listReversals(providerTransferId)).toEqual([made])
    expect(await accounts.readBalance(accountId)).toEqual({ availableCents: 3000, pendingCents: 0 })
    expect(await accounts.reverseTransfer({ ...reversal, reversalId: randomUUID(), amountCents: 3000 })).toMatchObject({
      amountCents: 3000,
    })
  })

  it('is rejected when the seller’s balance does not cover it', async () => {
    const accountId = await sellerAccount()
    const { id: providerTransferId } = await transferred(accountId)
    await market.card.bank.advanceClock(2 * A_DAY_S)
    await paidOut(accountId, 4000)
    const reversal = { reversalId: randomUUID(), providerTransferId, amountCents: 2000 }
    expect(await accounts.reverseTransfer(reversal)).toEqual({ rejected: 'balance_insufficient' })
  })
})

describe('a payout', () => {
  it('is made once, and arrives', async () => {
    const accountId = await sellerAccount()
    await transferred(accountId)
    await market.card.bank.advanceClock(2 * A_DAY_S)
    const payout = { payoutId: randomUUID(), accountId, amountCents: 4000 }
    const made = await accounts.createPayout(payout)
    expect(made).toMatchObject({ payoutId: payout.payoutId, amountCents: 4000, status: 'pending', failureReason: null })
    await market.card.bank.advanceClock(2 * A_DAY_S)
    expect(await accounts.createPayout(payout)).toEqual({ ...made, status: 'paid' })
    expect(await accounts.listPayouts(accountId)).toEqual([{ ...made, status: 'paid' }])
    expect(await accounts.readBalance(accountId)).toEqual({ availableCents: 1000, pendingCents: 0 })
  })

  it('may fail after it arrived, and its money is on the balance again', async () => {
    const accountId = await sellerAccount()
    await transferred(accountId)
    await market.card.bank.advanceClock(2 * A_DAY_S)
    const { id } = await paidOut(accountId, 5000)
    await market.card.bank.payPayout(id)
    expect(await accounts.retrievePayout({ accountId, id })).toMatchObject({ status: 'paid' })
    await market.card.bank.failPayout(id, 'account_closed')
    const failed = { status: 'failed', failureReason: 'account_closed' }
    expect(await accounts.retrievePayout({ accountId, id })).toMatchObject(failed)
    expect(await accounts.readBalance(accountId)).toEqual({ availableCents: 5000, pendingCents: 0 })
    expect(await accounts.retrievePayout({ accountId, id: 'po_none' })).toBeNull()
  })

  it('is rejected where there is not so much, or the account may not', async () => {
    const accountId = await sellerAccount()
    const payout = { payoutId: randomUUID(), accountId, amountCents: 1 }
    expect(await accounts.createPayout(payout)).toEqual({ rejected: 'balance_insufficient' })
    await market.card.bank.requireOfAccount(accountId, { pastDue: true })
    const other = { ...payout, payoutId: randomUUID() }
    expect(await accounts.createPayout(other)).toEqual({ rejected: 'payouts_not_allowed' })
  })
})

describe('an event of a connected account', () => {
  const { webhooks } = new Stripe('sk_test_any')
  const read = (object: object, { secret = CONNECT_WEBHOOK_SECRET, account = 'acct_1' } = {}) => {
    const event = { id: 'evt_1', object: 'event', type: 'account.updated', created: 1_790_000_000 }
    const payload = JSON.stringify({ ...event, account, data: { object } })
    return accounts.verifyEvent(Buffer.from(payload), webhooks.generateTestHeaderString({ payload, secret }))
  }

  it('says whose it is, and which payout it is about', () => {
    const happenedAt = new Date(1_790_000_000_000)
    const event = { id: 'evt_1', type: 'account.updated', accountId: 'acct_1', payoutId: null, happenedAt }
    expect(read({ object: 'account', id: 'acct_1' })).toEqual(event)
    expect(read({ object: 'payout', id: 'po_1' })).toEqual({ ...event, payoutId: 'po_1' })
    expect(read({ object: 'payout', id: 'po_1' }, { account: '../1' })).toMatchObject({ accountId: null })
  })

  it('is refused with the secret of the platform’s own events', () => {
    const refused = expect.objectContaining({ code: 'INVALID_INPUT' })
    expect(() => read({ object: 'account', id: 'acct_1' }, { secret: WEBHOOK_SECRET })).toThrow(refused)
  })
})
