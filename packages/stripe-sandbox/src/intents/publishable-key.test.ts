import { expect, test } from 'vitest'
import {
  browserPost,
  enterCard,
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
} from '../testing/start-sandbox.ts'

const SHOP = 'https://second-ring.test'

async function makeIntent(sandbox: Sandbox) {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { order: 'o-1' },
    description: 'Phone',
  })
  return { id: intent.id, clientSecret: String(intent.client_secret) }
}

function read(sandbox: Sandbox, id: string, params: Record<string, string>) {
  return fetch(`${sandbox.url}/v1/payment_intents/${id}?${new URLSearchParams(params)}`, { headers: { origin: SHOP } })
}

test('with the client secret a page may read its intent, without what is private', async () => {
  const sandbox = await startSandbox()
  const { id, clientSecret } = await makeIntent(sandbox)
  const response = await read(sandbox, id, { key: PUBLISHABLE_KEY, client_secret: clientSecret })
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const intent = await response.json()
  expect(intent).toMatchObject({ id, amount: 5000, status: 'requires_payment_method', description: 'Phone' })
  for (const member of ['metadata', 'latest_charge', 'amount_received', 'customer', 'transfer_data']) {
    expect(intent).not.toHaveProperty(member)
  }
})

test('without the client secret, or with another intent’s, it may not', async () => {
  const sandbox = await startSandbox()
  const [one, other] = [await makeIntent(sandbox), await makeIntent(sandbox)]
  expect((await read(sandbox, one.id, { key: PUBLISHABLE_KEY })).status).toBe(400)
  const response = await read(sandbox, one.id, { key: PUBLISHABLE_KEY, client_secret: other.clientSecret })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'client_secret', type: 'invalid_request_error' } })
  expect((await read(sandbox, one.id, { client_secret: one.clientSecret })).status).toBe(401)
  expect((await read(sandbox, one.id, { key: 'pk_test_other', client_secret: one.clientSecret })).status).toBe(401)
})

test('it may confirm that intent, and gets the trimmed intent in answers and errors', async () => {
  const sandbox = await startSandbox()
  const { id, clientSecret } = await makeIntent(sandbox)
  const confirm = async (number: string, more: Record<string, string> = {}) => {
    const method = await enterCard(sandbox, number)
    const params = { payment_method: method.body.id, client_secret: clientSecret, use_stripe_sdk: 'true', ...more }
    return browserPost(sandbox, `/v1/payment_intents/${id}/confirm`, { params, origin: SHOP })
  }
  const declined = await confirm('4000000000009995')
  expect(declined.status).toBe(402)
  expect(declined.body.error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' })
  expect(declined.body.error?.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
  expect(declined.body.error?.payment_intent).not.toHaveProperty('metadata')
  for (const param of ['amount', 'metadata[order]', 'payment_method_options[card][request_three_d_secure]']) {
    expect((await confirm('4242424242424242', { [param]: 'any' })).body.error).toMatchObject({
      code: 'parameter_unknown',
    })
  }
  const paid = await confirm('4242424242424242')
  expect(paid).toMatchObject({ status: 200, body: { id, status: 'succeeded' } })
  expect(paid.body).not.toHaveProperty('metadata')
})

test('it may do nothing else', async () => {
  const sandbox = await startSandbox()
  const { id, clientSecret } = await makeIntent(sandbox)
  const post = (path: string, params: Record<string, string>) => browserPost(sandbox, path, { params, origin: SHOP })
  const secretRequired = { status: 403, body: { error: { code: 'secret_key_required' } } }
  expect(await post('/v1/payment_intents', { amount: '50', currency: 'usd' })).toMatchObject(secretRequired)
  expect(await post(`/v1/payment_intents/${id}`, { amount: '50', client_secret: clientSecret })).toMatchObject(
    secretRequired,
  )
  expect(await post(`/v1/payment_intents/${id}/cancel`, { client_secret: clientSecret })).toMatchObject(secretRequired)
  for (const path of ['payment_intents', 'charges', 'events', 'refunds', 'disputes']) {
    expect((await fetch(`${sandbox.url}/v1/${path}?key=${PUBLISHABLE_KEY}`)).status).toBe(403)
  }
})

test('card data is taken from the card element only', async () => {
  const sandbox = await startSandbox()
  const params = { type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34' }
  const fromShop = await browserPost(sandbox, '/v1/payment_methods', { params, origin: SHOP })
  expect(fromShop.status).toBe(402)
  expect(fromShop.body.error?.message).toContain('unsupported for publishable key tokenization')
  const server = await fetch(`${sandbox.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams(params),
  })
  expect(server.status).toBe(402)
  expect(await server.text()).toContain('generally unsafe')
  expect((await browserPost(sandbox, '/v1/payment_methods', { params })).status).toBe(200)
})

test('a token is made of a card and used once', async () => {
  const sandbox = await startSandbox()
  const params = {
    'card[number]': '5555555555554444',
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
    'card[address_zip]': '94110',
    'card[name]': 'Bo Buyer',
  }
  const token = await browserPost(sandbox, '/v1/tokens', { params })
  expect(token).toMatchObject({ status: 200, body: { object: 'token', type: 'card', used: false } })
  const method = await sandbox.stripe.paymentMethods.create({ type: 'card', card: { token: token.body.id } })
  expect(method).toMatchObject({
    billing_details: { name: 'Bo Buyer', address: { postal_code: '94110' } },
    card: { last4: '4444' },
  })
  expect((await sandbox.stripe.tokens.retrieve(token.body.id)).used).toBe(true)
  await expect(
    sandbox.stripe.paymentMethods.create({ type: 'card', card: { token: token.body.id } }),
  ).rejects.toMatchObject({ code: 'token_already_used' })
})

test('a preflight is answered', async () => {
  const sandbox = await startSandbox()
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'OPTIONS',
    headers: { origin: SHOP, 'access-control-request-method': 'POST' },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})
