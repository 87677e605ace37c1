import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { startSandbox, WEBHOOK_SECRET } from '../testing/start-sandbox.ts'
import { WebhookInbox } from '../testing/webhook-inbox.ts'
import { afterAttempt, RETRY_DELAYS_MS } from './webhook-deliveries.ts'

const PAID = {
  amount: 5000,
  currency: 'usd',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
}

async function withInbox(options: Parameters<typeof startSandbox>[0] = {}) {
  const inbox = await WebhookInbox.open()
  const sandbox = await startSandbox({ webhook: { url: inbox.url, secret: WEBHOOK_SECRET }, ...options })
  return { inbox, sandbox, stripe: sandbox.stripe }
}

test('what happens is told, signed so that the SDK accepts it', async () => {
  const { inbox, stripe } = await withInbox()
  const intent = await stripe.paymentIntents.create({ ...PAID, metadata: { order: 'o-1' } }, { idempotencyKey: 'k-1' })
  await inbox.until(3)
  expect(inbox.types().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'])
  for (const { body, signature } of inbox.received) {
    const event = stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)
    expect(event).toMatchObject({ object: 'event', api_version: '2026-10-28.endive', livemode: false })
    expect(event.request).toEqual({ id: intent.lastResponse.requestId, idempotency_key: 'k-1' })
    expect(event.data.object).toMatchObject({ metadata: { order: 'o-1' } })
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, type: event.type })
  }
})

test('the signature does not hold for another body, secret or time', async () => {
  const { inbox, stripe } = await withInbox()
  await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await inbox.until(1)
  const [{ body, signature } = { body: '', signature: '' }] = inbox.received
  const refused = Stripe.errors.StripeSignatureVerificationError
  const verify = (text: string, header: string, secret: string, now?: number) => () =>
    stripe.webhooks.constructEvent(text, header, secret, 300, undefined, now)
  expect(verify(body.replace('5000', '1'), signature, WEBHOOK_SECRET)).toThrow(refused)
  expect(verify(JSON.stringify(JSON.parse(body)), signature, WEBHOOK_SECRET)).toThrow(refused)
  expect(verify(body, signature, 'whsec_other')).toThrow(refused)
  expect(verify(body, signature, WEBHOOK_SECRET, Date.now() + 302_000)).toThrow('tolerance')
  expect(verify(body, signature, WEBHOOK_SECRET)).not.toThrow()
})

test.each([
  ['a declined card', 'pm_card_chargeDeclined', ['charge.failed', 'payment_intent.payment_failed']],
  ['a challenge', 'pm_card_authenticationRequired', ['payment_intent.requires_action']],
  [
    'a disputed one',
    'pm_card_createDispute',
    [
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.succeeded',
      'charge.updated',
      'payment_intent.succeeded',
    ],
  ],
])('the events of %s', async (_name, method, types) => {
  const { inbox, stripe } = await withInbox()
  await stripe.paymentIntents.create({ ...PAID, payment_method: method }).catch(() => undefined)
  await inbox.until(types.length + 1)
  expect(inbox.types().sort()).toEqual([...types, 'payment_intent.created'].sort())
})

test('cancelling is told', async () => {
  const { inbox, stripe } = await withInbox()
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await stripe.paymentIntents.cancel(id)
  await inbox.until(2)
  expect(inbox.types()).toContain('payment_intent.canceled')
})

test('a refusal is tried again, later and later, each time signed anew, until it is taken', async () => {
  const clock = new ManualClock()
  const { inbox, stripe } = await withInbox({ clock })
  inbox.answerWith(500, 302, 404)
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  expect(id).toMatch(/^pi_/)
  for (const [attempt, delay] of [1000, 2000, 4000].entries()) {
    await inbox.until(attempt + 1)
    await clock.untilWaiting()
    expect(clock.waits()).toEqual([delay])
    clock.advance(delay - 1)
    expect(inbox.received).toHaveLength(attempt + 1)
    clock.advance(1)
  }
  await inbox.until(4)
  expect(new Set(inbox.received.map(({ event }) => event.id)).size).toBe(1)
  expect(new Set(inbox.received.map(({ signature }) => signature)).size).toBe(4)
  expect(clock.waits()).toEqual([])
})

test('attempts end after the last wait', () => {
  let delivery = { id: 'evt_1', state: 'pending' as const, attempts: 0, nextAttemptMs: 0 }
  for (const delay of RETRY_DELAYS_MS) {
    const after = afterAttempt(delivery, false, 1_000_000)
    expect(after).toMatchObject({ state: 'pending', nextAttemptMs: 1_000_000 + delay })
    delivery = { ...after, state: 'pending' }
  }
  expect(afterAttempt(delivery, false, 0).state).toBe('abandoned')
  expect(afterAttempt(delivery, true, 0).state).toBe('delivered')
})

test('an endpoint that is away holds up no answer, and hears all after a restart', async () => {
  const dataFile = `${await temporaryFolder()}/card-payments.jsonl`
  const inbox = await WebhookInbox.open()
  const webhook = { url: inbox.url, secret: WEBHOOK_SECRET }
  const away = await startSandbox({ dataFile, webhook: { ...webhook, url: 'http://127.0.0.1:9/webhooks' } })
  const intent = await away.stripe.paymentIntents.create(PAID)
  expect(intent.status).toBe('succeeded')
  const [event] = (await away.stripe.events.list({ type: 'payment_intent.succeeded' })).data
  expect(event?.pending_webhooks).toBe(1)
  await away.stop()

  const back = await startSandbox({ dataFile, webhook })
  await inbox.until(3)
  expect(inbox.types().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'])
  const pending = async () => (await back.stripe.events.list()).data.map(one => one.pending_webhooks)
  await vi.waitFor(async () => expect(await pending()).toEqual([0, 0, 0]))
  await back.stop()

  const again = await startSandbox({ dataFile, webhook })
  expect((await again.stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(0)
  await again.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await inbox.until(4)
  expect(inbox.types().at(-1)).toBe('payment_intent.created')
})
