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
  await play.api.on(account, () => playEvents(play))
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

async function playEvents({ api }: Play): Promise<void> {
  const { data } = await api.get('/v1/events', { limit: '100' })
  const [first] = data as { id: string }[]
  await api.get(`/v1/events/${first?.id}`)
}
