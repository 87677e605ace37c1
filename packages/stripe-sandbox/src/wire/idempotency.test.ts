import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { browserPost, enterCard, PUBLISHABLE_KEY, startSandbox } from '../testing/start-sandbox.ts'

const HOUR = 60 * 60 * 1000
const NEW = { amount: 5000, currency: 'usd', allowed_payment_method_types: ['card' as const] }

/** A card network that a test holds back. */
function heldNetwork() {
  const { promise: asked, resolve: tell } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const awaitCardNetwork = () => {
    tell()
    return held
  }
  return { awaitCardNetwork, asked, release }
}

test('the same key and parameters: the first answer again, and nothing done twice', async () => {
  const { stripe } = await startSandbox()
  const first = await stripe.paymentIntents.create(NEW, { idempotencyKey: 'order:1:attempt:1' })
  const again = await stripe.paymentIntents.create(NEW, { idempotencyKey: 'order:1:attempt:1' })
  expect(again).toEqual(first)
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'idempotency-key': 'order:1:attempt:1',
    'original-request': first.lastResponse.requestId,
  })
  expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  expect((await stripe.events.list()).data).toHaveLength(1)
})

test('the order of the parameters makes no difference', async () => {
  const { stripe } = await startSandbox()
  const options = { idempotencyKey: 'k' }
  const first = await stripe.paymentIntents.create(
    { amount: 5000, currency: 'usd', metadata: { a: '1', b: '2' } },
    options,
  )
  const again = await stripe.paymentIntents.create(
    { metadata: { b: '2', a: '1' }, currency: 'usd', amount: 5000 },
    options,
  )
  expect(again.id).toBe(first.id)
})

test('other parameters or another endpoint with the same key: 400 idempotency_error', async () => {
  const { stripe } = await startSandbox()
  const intent = await stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' })
  const other = stripe.paymentIntents.create({ ...NEW, amount: 5001 }, { idempotencyKey: 'k' })
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  await expect(other).rejects.toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
    message: expect.stringContaining('can only be used with the same parameters they were first used with'),
  })
  await expect(stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: 'k' })).rejects.toMatchObject({
    rawType: 'idempotency_error',
    message: expect.stringContaining(`('/v1/payment_intents/${intent.id}/cancel' vs '/v1/payment_intents')`),
  })
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})

test('a key whose first request still runs: 409, and the retry gets the answer', async () => {
  const network = heldNetwork()
  const sandbox = await startSandbox({ awaitCardNetwork: network.awaitCardNetwork })
  const first = sandbox.stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' })
  await network.asked
  const second = await sandbox.stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' }).catch((one: unknown) => one)
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  network.release()
  const { id } = await first
  expect((await sandbox.stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' })).id).toBe(id)
})

test('a declined card is answered again as it was, without a second charge', async () => {
  const { stripe } = await startSandbox()
  const params = { ...NEW, payment_method: 'pm_card_chargeDeclined', confirm: true }
  const create = () => stripe.paymentIntents.create(params, { idempotencyKey: 'k' }).catch((one: unknown) => one)
  const [first, again] = [await create(), await create()]
  expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' })
  if (!(first instanceof Stripe.errors.StripeError && again instanceof Stripe.errors.StripeError)) throw first
  expect(again.charge).toBe(first.charge)
  expect(again.headers?.['idempotent-replayed']).toBe('true')
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('what is refused as malformed is not kept; the corrected request goes through', async () => {
  const { stripe } = await startSandbox()
  const key = { idempotencyKey: 'k' }
  await expect(stripe.paymentIntents.create({ ...NEW, amount: 1 }, key)).rejects.toMatchObject({
    code: 'amount_too_small',
  })
  expect((await stripe.paymentIntents.create(NEW, key)).amount).toBe(5000)
})

test('a fault of the provider is kept too', async () => {
  let faults = 1
  const reported: unknown[] = []
  const sandbox = await startSandbox({
    report: error => reported.push(error),
    awaitCardNetwork: async () => {
      if (faults-- > 0) throw new Error('The line is dead')
    },
  })
  const create = () => sandbox.stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' }).catch((one: unknown) => one)
  expect(await create()).toMatchObject({ statusCode: 500, rawType: 'api_error' })
  const again = await create()
  expect(again).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
  expect(JSON.stringify(again)).not.toContain('The line is dead')
  expect(String(reported)).toBe('Error: The line is dead')
})

test('a key is forgotten after 24 hours, not before', async () => {
  const clock = new ManualClock()
  const { stripe } = await startSandbox({ clock })
  const create = async () => (await stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' })).id
  const first = await create()
  clock.advance(24 * HOUR - 1)
  expect(await create()).toBe(first)
  clock.advance(1)
  expect(await create()).not.toBe(first)
})

test('keys can have 255 characters', async () => {
  const { stripe } = await startSandbox()
  await stripe.paymentIntents.create(NEW, { idempotencyKey: 'k'.repeat(255) })
  await expect(stripe.paymentIntents.create(NEW, { idempotencyKey: 'k'.repeat(256) })).rejects.toMatchObject({
    statusCode: 400,
  })
})

test('a page cannot use the server’s keys', async () => {
  const sandbox = await startSandbox()
  const created = await sandbox.stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' })
  const method = await enterCard(sandbox, '4242424242424242')
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${created.id}/confirm`, {
    method: 'POST',
    headers: { 'idempotency-key': 'k', authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      payment_method: method.body.id,
      client_secret: String(created.client_secret),
      use_stripe_sdk: 'true',
    }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('idempotent-replayed')).toBeNull()
  expect((await browserPost(sandbox, '/v1/refunds', { params: { payment_intent: created.id } })).status).toBe(403)
})
