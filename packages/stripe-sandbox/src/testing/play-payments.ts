import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import type { Play } from './play-connect.ts'
import type { Recorded } from './recorder.ts'
import { PUBLISHABLE_KEY } from './start-sandbox.ts'

const NEW = { amount: '5000', currency: 'usd', 'allowed_payment_method_types[]': 'card' }
const paidWith = (method: string) => ({ ...NEW, payment_method: method, confirm: 'true', 'metadata[order]': 'o-1' })
const CARD = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' }

/** Payments, refunds, disputes and what belongs to them, in every state. */
export async function playPayments({ clock, sandbox, controls, api }: Play): Promise<void> {
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
}

const sourceOf = (action: unknown) => (action as { use_stripe_sdk: { source: string } }).use_stripe_sdk.source
const confirmation = (intent: Recorded['body']) => ({
  client_secret: String(intent.client_secret),
  payment_method: 'pm_card_authenticationRequired',
})
