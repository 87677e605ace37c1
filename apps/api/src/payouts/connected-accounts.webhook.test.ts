import { CONNECT_WEBHOOK_SECRET, createMarket, type Market, WEBHOOK_SECRET } from '@second-ring/testkit'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const { webhooks } = new Stripe('sk_test_any')

interface Delivery {
  account?: string
  object?: object
  type?: string
  secret?: string
}

async function deliver({ type = 'account.updated', secret = CONNECT_WEBHOOK_SECRET, ...named }: Delivery) {
  const { account, object = { object: 'account', id: account } } = named
  const event = { id: 'evt_1', object: 'event', type, created: 1_790_000_000, account, data: { object } }
  const body = JSON.stringify(event)
  const signature = webhooks.generateTestHeaderString({ payload: body, secret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const response = await fetch(`${market.url}/webhooks/connected-accounts`, { method: 'POST', headers, body })
  await response.body?.cancel()
  return response.status
}

/** A seller who has begun to set up payouts. */
async function beginner() {
  const { id } = await market.user({ role: 'SELLER' })
  await market.as(id).payouts.startOnboarding()
  const { providerAccountId } = await market.database.payoutAccount.findUniqueOrThrow({ where: { userId: id } })
  return { accountId: providerAccountId, state: async () => (await market.as(id).payouts.account()).state }
}

describe('the webhook of connected accounts', () => {
  it('notices what a seller has done at the provider', async () => {
    const { accountId, state } = await beginner()
    await market.card.bank.onboardAccount(accountId)
    // Nobody asks: the provider's own delivery does.
    await vi.waitFor(async () => expect(await state()).toBe('READY'), { timeout: 10_000, interval: 20 })
  })

  it('reads the provider’s account instead of believing the event', async () => {
    const { accountId, state } = await beginner()
    const object = { object: 'account', id: accountId, payouts_enabled: true, details_submitted: true }
    expect(await deliver({ account: accountId, object })).toBe(200)
    expect(await state()).toBe('UNFINISHED')
  })

  it('ignores what is about no account of ours', async () => {
    expect(await deliver({ account: 'acct_other' })).toBe(200)
    expect(await deliver({ object: { object: 'account', id: 'acct_other' } })).toBe(200)
    expect(await deliver({ account: '../accounts' })).toBe(200)
    expect(await market.database.payoutAccount.count({ where: { providerAccountId: 'acct_other' } })).toBe(0)
  })

  it('refuses what is not signed with its own secret', async () => {
    const { accountId } = await beginner()
    for (const secret of [WEBHOOK_SECRET, 'whsec_other']) {
      expect(await deliver({ account: accountId, secret })).toBe(400)
    }
    const bare = await fetch(`${market.url}/webhooks/connected-accounts`, { method: 'POST', body: '{}' })
    expect(bare.status).not.toBe(200)
  })

  it('is delivered again when the provider is away meanwhile', async () => {
    const { accountId } = await beginner()
    await market.card.bank.orderFault({ kind: '503', path: `/v1/accounts/${accountId}`, times: 2 })
    expect(await deliver({ account: accountId })).toBe(503)
    expect(await deliver({ account: accountId })).toBe(200)
  })
})
