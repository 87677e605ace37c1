import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { API_VERSION } from '../api-version.ts'
import { apiEndpoints } from '../build-server.ts'
import { sandboxControls } from '../controls/sandbox-controls.ts'
import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import type { EventType } from '../state/records.ts'
import { type TypedAnswer, typeErrors } from '../testing/check-types.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type Recorded, Recorder } from '../testing/recorder.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'

const NEW = { amount: '5000', currency: 'usd', 'allowed_payment_method_types[]': 'card' }
const paidWith = (method: string) => ({ ...NEW, payment_method: method, confirm: 'true', 'metadata[order]': 'o-1' })
const CARD = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' }

/** Every object in every state that the sandbox can bring it to, as it answers each endpoint. */
async function playAll(): Promise<Recorded[]> {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  const api = new Recorder(sandbox)
  const pay = (method: string) => api.post('/v1/payment_intents', paidWith(method))
  const evidence = (text: string) => ({ 'evidence[uncategorized_text]': text, 'evidence[customer_name]': 'Jane' })
  const settle = () => clock.advance(SETTLED_AFTER_MS)

  const token = await api.fromPage('/v1/tokens', CARD, PUBLISHABLE_KEY)
  await api.get(`/v1/tokens/${token.id}`)
  const method = await api.post('/v1/payment_methods', { type: 'card', 'card[token]': token.id })
  for (const id of [method.id, 'pm_card_amex', 'pm_card_visa_cartesBancaires', 'pm_card_mastercard_prepaid']) {
    await api.get(`/v1/payment_methods/${id}`)
  }

  const waiting = await api.post('/v1/payment_intents', NEW)
  await api.post(`/v1/payment_intents/${waiting.id}`, { description: 'A phone', 'shipping[name]': 'Jane' })
  await api.post(`/v1/payment_intents/${waiting.id}/confirm`, { payment_method: method.id })
  const canceled = await api.post('/v1/payment_intents', NEW)
  await api.post(`/v1/payment_intents/${canceled.id}/cancel`, { cancellation_reason: 'abandoned' })
  const challenged = await pay('pm_card_authenticationRequired')
  await api.fromPage(`/v1/payment_intents/${challenged.id}/confirm`, confirmation(challenged), PUBLISHABLE_KEY)
  const { next_action: action } = await api.get(`/v1/payment_intents/${challenged.id}`)
  await fetch(`${sandbox.url}/v3/authentications/${sourceOf(action)}`, {
    method: 'POST',
    headers: { origin: sandbox.url },
    body: new URLSearchParams({ outcome: 'succeeded' }),
  })
  await api.get(`/v1/payment_intents/${challenged.id}`, { 'expand[]': 'latest_charge' })
  for (const name of [
    'chargeDeclined',
    'chargeDeclinedExpiredCard',
    'radarBlock',
    'threeDSecureRequiredProcessingError',
  ]) {
    await pay(`pm_card_${name}`)
  }
  await pay('pm_card_riskLevelElevated')

  const paid = await pay('pm_card_visa')
  const charge = String(paid.latest_charge)
  await api.post(`/v1/charges/${charge}`, { description: 'A phone', 'fraud_details[user_report]': 'safe' })
  const refund = await api.post('/v1/refunds', { payment_intent: paid.id, amount: '1000', reason: 'duplicate' })
  await api.post(`/v1/refunds/${refund.id}`, { 'metadata[order]': 'o-1' })
  await api.post(`/v1/refunds/${refund.id}/cancel`)
  await controls.cancelRefund(refund.id)
  await api.get(`/v1/refunds/${refund.id}`, { 'expand[]': 'failure_balance_transaction' })
  for (const name of ['pendingRefund', 'refundFail']) {
    const intent = await pay(`pm_card_${name}`)
    const later = await api.post('/v1/refunds', { payment_intent: intent.id })
    settle()
    await api.get(`/v1/refunds/${later.id}`, { 'expand[]': 'charge' })
  }
  await api.post('/v1/refunds', { payment_intent: paid.id, amount: '999999' })

  for (const [name, text] of [
    ['createDispute', 'winning_evidence'],
    ['createDisputeProductNotReceived', 'losing_evidence'],
    ['createDisputeInquiry', 'escalate_inquiry_evidence'],
    ['createDisputeInquiry', 'losing_evidence'],
    ['createCe3EligibleDispute', 'draft'],
    ['createComplianceDispute', 'draft'],
    ['createMastercardComplianceDispute', 'draft'],
  ] as const) {
    const { id } = await pay(`pm_card_${name}`)
    const [dispute] = (await api.get('/v1/disputes', { payment_intent: id })).data as { id: string }[]
    await api.post(`/v1/disputes/${dispute?.id}`, { ...evidence(text), submit: `${text !== 'draft'}` })
    await api.post('/v1/refunds', { payment_intent: id })
    settle()
    await api.get(`/v1/disputes/${dispute?.id}`, { 'expand[]': 'charge' })
  }
  const open = await controls.openDispute(charge, { reason: 'duplicate' })
  await api.post(`/v1/disputes/${open.id}/close`)
  await api.post(`/v1/disputes/${open.id}/close`)
  const prevented = await pay('pm_card_mastercard')
  await controls.openDispute(String(prevented.latest_charge), { status: 'prevented' })
  await pay('pm_card_createIssuerFraudRecord')

  const lists = ['payment_intents', 'charges', 'refunds', 'disputes', 'balance_transactions', 'events']
  for (const list of [...lists, 'radar/early_fraud_warnings']) {
    const { data } = await api.get(`/v1/${list}`, { limit: '100' })
    const [first] = data as { id: string }[]
    await api.get(`/v1/${list}/${first?.id}`)
    await api.get(`/v1/${list}/none`)
  }
  for (let after = ''; after !== 'none'; ) {
    const page = await api.get('/v1/events', { limit: '100', ...(after && { starting_after: after }) })
    after = page.has_more ? ((page.data as { id: string }[]).at(-1)?.id ?? 'none') : 'none'
  }
  await api.get('/v1/charges', { 'expand[0]': 'data.refunds', 'expand[1]': 'data.balance_transaction', limit: '100' })
  await api.get('/v1/payment_intents', { 'expand[]': 'data.latest_charge.refunds', limit: '100' })
  await api.get('/v1/nothing')
  await api.post('/v1/payment_intents', { amount: '5', currency: 'usd' })
  return api.answers
}

const sourceOf = (action: unknown) => (action as { use_stripe_sdk: { source: string } }).use_stripe_sdk.source
const confirmation = (intent: Recorded['body']) => ({
  client_secret: String(intent.client_secret),
  payment_method: 'pm_card_authenticationRequired',
})

const everyEvent: Record<EventType, true> = {
  'payment_intent.created': true,
  'payment_intent.succeeded': true,
  'payment_intent.payment_failed': true,
  'payment_intent.canceled': true,
  'payment_intent.requires_action': true,
  'charge.succeeded': true,
  'charge.failed': true,
  'charge.updated': true,
  'charge.refunded': true,
  'charge.refund.updated': true,
  'charge.dispute.created': true,
  'charge.dispute.updated': true,
  'charge.dispute.closed': true,
  'charge.dispute.funds_withdrawn': true,
  'charge.dispute.funds_reinstated': true,
  'radar.early_fraud_warning.created': true,
  'refund.created': true,
  'refund.updated': true,
  'refund.failed': true,
}

const types: Record<string, string> = {
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  refund: 'Stripe.Refund',
  token: 'Stripe.Token',
}

/** The answers as literals with their types; lists item by item too, so that an error names the item. */
function typed(recorded: readonly Recorded[]): TypedAnswer[] {
  return recorded.flatMap(({ method, path, status, body }): TypedAnswer[] => {
    const name = `${method} ${path} ${status}`
    if (status !== 200) return [{ name, type: '{ error: Stripe.PaymentIntent.LastPaymentError }', value: body }]
    if (body.object !== 'list') return [{ name, type: typeOf(body), value: body }]
    const { data, ...list } = body as Recorded['body'] & { data: Recorded['body'][] }
    return [
      { name, type: 'Stripe.ApiList<never>', value: { ...list, data: [] } },
      ...data.map(item => ({ name: `${name} ${item.id}`, type: typeOf(item), value: item })),
    ]
  })
}

/** With the publishable key fewer members are shown: those without `latest_charge`. */
function typeOf(body: Recorded['body']): string {
  const type = types[body.object ?? ''] ?? 'never'
  return body.object === 'payment_intent' && !('latest_charge' in body) ? `Partial<${type}>` : type
}

test('every answer of every endpoint is what the SDK’s types declare, and nothing else', {
  timeout: 120_000,
}, async () => {
  const recorded = await playAll()
  const asPattern = (path: string) => new RegExp(`^${path.replace(':id', '[^/]+')}$`)
  const unasked = apiEndpoints.filter(({ method, path }) => {
    return (
      path.startsWith('/v1/') &&
      !recorded.some(one => one.method === method && asPattern(path).test(one.path) && one.status === 200)
    )
  })
  // Cards' refunds can never be canceled over the API: that endpoint only rejects.
  expect(unasked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/refunds/:id/cancel'])
  const events = recorded.filter(({ body }) => body.object === 'list' && body.url === '/v1/events')
  const told = events.flatMap(({ body }) => body.data as { type: string }[]).map(({ type }) => type)
  expect([...new Set(told)].sort()).toEqual(Object.keys(everyEvent).sort())
  expect(await typeErrors(typed(recorded))).toEqual([])
})

test('an answer that is not what the types declare is found', { timeout: 60_000 }, async () => {
  const { stripe } = await startSandbox()
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_createDispute',
    confirm: true,
    expand: ['latest_charge'],
  })
  const [dispute] = (await stripe.disputes.list()).data
  const [event] = (await stripe.events.list({ type: 'charge.dispute.created' })).data
  const { status: _, ...withoutStatus } = dispute ?? {}
  const { latest_charge: charge } = intent
  const details = { ...(dispute?.evidence_details ?? {}), submission_method: 'by_post' }
  const errors = await typeErrors([
    { name: 'right', type: 'Stripe.Dispute', value: dispute },
    { name: 'right, expanded', type: 'Stripe.PaymentIntent', value: intent },
    { name: 'unknown member', type: 'Stripe.Dispute', value: { ...dispute, closed_by: 'me' } },
    { name: 'missing member', type: 'Stripe.Dispute', value: withoutStatus },
    { name: 'wrong enum', type: 'Stripe.Dispute', value: { ...dispute, status: 'pending' } },
    { name: 'wrong enum within', type: 'Stripe.Dispute', value: { ...dispute, evidence_details: details } },
    { name: 'wrong kind', type: 'Stripe.Dispute', value: { ...dispute, amount: '7500' } },
    { name: 'null', type: 'Stripe.Dispute', value: { ...dispute, charge: null } },
    {
      name: 'unknown member of an expanded object',
      type: 'Stripe.PaymentIntent',
      value: { ...intent, latest_charge: { ...Object(charge), dispute: 'du_1' } },
    },
    { name: 'unknown type of event', type: 'Stripe.Event', value: { ...event, type: 'charge.dispute.opened' } },
    { name: 'event of another object', type: 'Stripe.Event', value: { ...event, data: { object: charge } } },
  ])
  const found = [...new Set(errors.map(error => error.split(':', 1)[0]))]
  expect(found).toEqual([
    'unknown member',
    'missing member',
    'wrong enum',
    'wrong enum within',
    'wrong kind',
    'null',
    'unknown member of an expanded object',
    'unknown type of event',
    'event of another object',
  ])
})

test('the sandbox speaks the version of the API that the SDK is pinned to', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION)
})
