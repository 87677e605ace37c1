import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { API_VERSION } from '../api-version.ts'
import { apiEndpoints } from '../build-server.ts'
import { sandboxControls } from '../controls/sandbox-controls.ts'
import type { EventType } from '../state/records.ts'
import { type TypedAnswer, typeErrors } from '../testing/check-types.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type Play, playConnect } from '../testing/play-connect.ts'
import { playPayments } from '../testing/play-payments.ts'
import { type Recorded, Recorder } from '../testing/recorder.ts'
import { SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'

/** Every object in every state that the sandbox can bring it to, as it answers each endpoint. */
async function playAll(): Promise<Recorded[]> {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  const controls = sandboxControls({ url: sandbox.url, secretKey: SECRET_KEY })
  const play: Play = { clock, sandbox, controls, api: new Recorder(sandbox) }
  await playConnect(play)
  await playPayments(play)
  return play.api.answers
}

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
  'account.updated': true,
  'account.external_account.created': true,
  'account.external_account.deleted': true,
  'account.external_account.updated': true,
  'transfer.created': true,
  'transfer.reversed': true,
  'transfer.updated': true,
  'payout.created': true,
  'payout.updated': true,
  'payout.paid': true,
  'payout.failed': true,
  'payout.canceled': true,
}

const types: Record<string, string> = {
  account: 'Stripe.Account',
  account_link: 'Stripe.AccountLink',
  balance: 'Stripe.Balance',
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  login_link: 'Stripe.LoginLink',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  payout: 'Stripe.Payout',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  refund: 'Stripe.Refund',
  token: 'Stripe.Token',
  transfer: 'Stripe.Transfer',
  transfer_reversal: 'Stripe.TransferReversal',
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
  if (body.deleted === true) return 'Stripe.DeletedAccount'
  const type = types[body.object ?? ''] ?? 'never'
  return body.object === 'payment_intent' && !('latest_charge' in body) ? `Partial<${type}>` : type
}

test('every answer of every endpoint is what the SDK’s types declare, and nothing else', {
  timeout: 120_000,
}, async () => {
  const recorded = await playAll()
  const asPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
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
