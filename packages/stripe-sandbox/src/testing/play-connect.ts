import type { SandboxControls } from '../controls/sandbox-controls.ts'
import type { ManualClock } from './manual-clock.ts'
import type { Recorder } from './recorder.ts'
import type { Sandbox } from './start-sandbox.ts'

/** What a play of calls needs. */
export type Play = { clock: ManualClock; sandbox: Sandbox; controls: SandboxControls; api: Recorder }

export const NEW_ACCOUNT = {
  'controller[losses][payments]': 'application',
  'controller[fees][payer]': 'application',
  'controller[stripe_dashboard][type]': 'express',
  'controller[requirement_collection]': 'stripe',
  'capabilities[transfers][requested]': 'true',
  'settings[payouts][schedule][interval]': 'manual',
}

/** Accounts and what moves between them, in every state. */
export async function playConnect(play: Play): Promise<void> {
  const account = await playAccounts(play)
  await playTransfers(play, account)
  await play.api.on(account, async () => {
    await playPayouts(play)
    await playBalance(play)
    await playEvents(play)
  })
  await playPlatformPayout(play)
  await playBalance(play)
}

async function playAccounts({ controls, api }: Play): Promise<string> {
  const { id } = await api.post('/v1/accounts', {
    ...NEW_ACCOUNT,
    email: 'jenny@example.com',
    'metadata[seller]': 's-1',
  })
  await api.post(`/v1/accounts/${id}/login_links`)
  await api.post('/v1/account_links', {
    account: id,
    type: 'account_onboarding',
    refresh_url: 'http://shop.test/refresh',
    return_url: 'http://shop.test/return',
  })
  await controls.onboardAccount(id)
  await api.post(`/v1/accounts/${id}/login_links`)
  await controls.requireOfAccount(id)
  await api.get(`/v1/accounts/${id}`)
  await controls.requireOfAccount(id, { pastDue: true })
  await api.get(`/v1/accounts/${id}`)
  await controls.onboardAccount(id, { accountNumber: '000111111116', routingNumber: '121000248' })
  await api.post(`/v1/accounts/${id}`, { 'business_profile[url]': 'http://shop.test', business_type: 'individual' })
  const { id: byType } = await api.post('/v1/accounts', {
    type: 'express',
    country: 'DE',
    'capabilities[card_payments][requested]': 'true',
    'settings[payouts][schedule][interval]': 'manual',
  })
  await api.get('/v1/accounts')
  await api.delete(`/v1/accounts/${byType}`)
  await api.get(`/v1/accounts/${byType}`)
  return id
}

async function playTransfers({ clock, controls, api }: Play, destination: string): Promise<void> {
  const paid = await api.post('/v1/payment_intents', {
    amount: '5000',
    currency: 'usd',
    'allowed_payment_method_types[]': 'card',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    transfer_group: 'deal-1',
  })
  const charge = String(paid.latest_charge)
  const order = { currency: 'usd', destination, source_transaction: charge, 'metadata[deal]': 'd-1' }
  const { id } = await api.post('/v1/transfers', { ...order, amount: '4000' })
  await api.post('/v1/transfers', { ...order, amount: '4000' })
  await api.post('/v1/transfers', { ...order, amount: '99999999', source_transaction: '' })
  await api.post('/v1/transfers', { currency: 'usd', destination, amount: '99999999' })
  await api.post(`/v1/transfers/${id}/reversals`, { amount: '500', 'metadata[why]': 'claim' })
  clock.advance(2 * 24 * 60 * 60 * 1000)
  const reversal = await api.post(`/v1/transfers/${id}/reversals`, { amount: '500' })
  await api.post(`/v1/transfers/${id}/reversals/${reversal.id}`, { 'metadata[why]': 'claim' })
  await api.get(`/v1/transfers/${id}/reversals/${reversal.id}`, { 'expand[]': 'destination_payment_refund' })
  await api.get(`/v1/transfers/${id}/reversals/none`)
  await api.get(`/v1/transfers/${id}/reversals`)
  await api.post(`/v1/transfers/${id}`, { 'metadata[deal]': 'd-2', description: 'A phone' })
  await api.get('/v1/transfers', { transfer_group: 'deal-1', 'expand[]': 'data.destination_payment' })
  for (const path of ['destination', 'source_transaction', 'balance_transaction.source']) {
    await api.get(`/v1/transfers/${id}`, { 'expand[]': path })
  }
  await api.get('/v1/transfers/none')
  await controls.requireOfAccount(destination, { pastDue: true })
  await controls.onboardAccount(destination)
}

const FIVE_DOLLARS = { amount: '500', currency: 'usd' }

/** To an account whose bank sends payouts back, then to one that takes them. */
async function playPayouts({ clock, sandbox, controls, api }: Play): Promise<void> {
  const failing = await api.post('/v1/payouts', FIVE_DOLLARS)
  clock.advance(3000)
  await api.get(`/v1/payouts/${failing.id}`, { 'expand[]': 'destination' })
  await api.post('/v1/payouts', FIVE_DOLLARS)
  const { data } = await sandbox.stripe.accounts.list()
  await controls.onboardAccount(data[0]?.id ?? '', { accountNumber: '000123456789' })
  await api.post('/v1/payouts', { amount: '999999', currency: 'usd' })
  const canceled = await api.post('/v1/payouts', { ...FIVE_DOLLARS, 'metadata[month]': '2026-11' })
  await api.post(`/v1/payouts/${canceled.id}/cancel`)
  await api.post(`/v1/payouts/${canceled.id}/cancel`)
  const { id } = await api.post('/v1/payouts', { ...FIVE_DOLLARS, method: 'instant' })
  await api.post(`/v1/payouts/${id}`, { 'metadata[month]': '2026-11' })
  clock.advance(15 * 60 * 1000)
  await api.get(`/v1/payouts/${id}`)
  clock.advance(15 * 60 * 1000)
  await controls.failPayout(id)
  await api.get(`/v1/payouts/${id}`, { 'expand[]': 'failure_balance_transaction' })
  await api.get('/v1/payouts', { limit: '100' })
  await api.get('/v1/payouts/none')
}

async function playPlatformPayout({ sandbox, api }: Play): Promise<void> {
  await sandbox.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_bypassPending',
    confirm: true,
  })
  const { id } = await api.post('/v1/payouts', FIVE_DOLLARS)
  await api.get(`/v1/payouts/${id}`, { 'expand[]': 'destination' })
}

/** The balance of whom the calls act for, and what moved it. */
async function playBalance({ api }: Play): Promise<void> {
  await api.get('/v1/balance')
  const { data } = await api.get('/v1/balance_transactions', { limit: '100', 'expand[]': 'data.source' })
  const [first] = data as { id: string }[]
  await api.get(`/v1/balance_transactions/${first?.id}`)
  for (const list of ['charges', 'refunds']) {
    const { data: items } = await api.get(`/v1/${list}`, { limit: '100' })
    const [item] = items as { id: string }[]
    await api.get(`/v1/${list}/${item?.id}`, { 'expand[]': 'balance_transaction' })
    await api.get(`/v1/${list}/none`)
  }
}

async function playEvents({ api }: Play): Promise<void> {
  const { data } = await api.get('/v1/events', { limit: '100' })
  const [first] = data as { id: string }[]
  await api.get(`/v1/events/${first?.id}`)
}
