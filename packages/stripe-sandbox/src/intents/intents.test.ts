import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { connect, SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'
import { intentMoves } from './intent-states.ts'

const CARD_ONLY = { allowed_payment_method_types: ['card'] }

test('an intent is created, updated, confirmed and read', async () => {
  const { stripe } = await startSandbox({ clock: new ManualClock('2026-11-20T12:00:00Z') })
  const created = await stripe.paymentIntents.create({
    amount: 24999,
    currency: 'usd',
    description: 'Second Ring order',
    metadata: { order: 'o-1', seller: 's-1' },
    receipt_email: 'buyer@second-ring.test',
    ...CARD_ONLY,
  })
  expect(created).toMatchObject({
    object: 'payment_intent',
    amount: 24999,
    amount_received: 0,
    created: Date.parse('2026-11-20T12:00:00Z') / 1000,
    metadata: { order: 'o-1', seller: 's-1' },
    receipt_email: 'buyer@second-ring.test',
    status: 'requires_payment_method',
  })
  expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_[A-Za-z0-9]+$`))

  const updated = await stripe.paymentIntents.update(created.id, {
    amount: 19999,
    metadata: { order: '', place: 'Park' },
    payment_method: 'pm_card_mastercard',
    description: '',
  })
  expect(updated).toMatchObject({
    amount: 19999,
    description: null,
    metadata: { seller: 's-1', place: 'Park' },
    status: 'requires_confirmation',
  })

  const paid = await stripe.paymentIntents.confirm(created.id)
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 19999, last_payment_error: null })
  expect(await stripe.paymentIntents.retrieve(created.id)).toMatchObject({ id: paid.id, status: 'succeeded' })
})

test('references are expanded where asked, in answers and lists', async () => {
  const { stripe } = await startSandbox()
  const paid = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge.payment_intent', 'payment_method', 'customer'],
    ...CARD_ONLY,
  })
  expect(paid.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_intent: { id: paid.id } })
  expect(paid.payment_method).toMatchObject({ object: 'payment_method', card: { last4: '4242', brand: 'visa' } })

  const listed = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })
  expect(listed.data[0]?.latest_charge).toMatchObject({ object: 'charge', amount: 5000 })
  await expect(stripe.paymentIntents.list({ expand: ['data.nonsense'] })).rejects.toMatchObject({
    statusCode: 400,
    message: 'This property cannot be expanded (nonsense).',
  })
})

test('lists are read newest first, page by page, in both directions', async () => {
  const clock = new ManualClock()
  const { stripe } = await startSandbox({ clock })
  const ids: string[] = []
  for (let number = 0; number < 5; number += 1) {
    clock.advance(1000)
    ids.unshift((await stripe.paymentIntents.create({ amount: 1000 + number, currency: 'usd' })).id)
  }
  const first = await stripe.paymentIntents.list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const second = await stripe.paymentIntents.list({ limit: 3, starting_after: ids[1] ?? '' })
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 5))
  expect(second.has_more).toBe(false)
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[4] ?? '' })
  expect(back.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  expect(back.has_more).toBe(true)
  const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const since = await stripe.paymentIntents.list({ created: { gt: Math.floor(clock.now() / 1000) - 2 } })
  expect(since.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  await expect(stripe.paymentIntents.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit', statusCode: 400 })
  await expect(stripe.paymentIntents.list({ starting_after: 'pi_none' })).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 400,
  })
})

test.each([
  [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: 0, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: -5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: Number.NaN, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 1000, currency: '' }, 'parameter_invalid_empty', 'currency'],
  [{ amount: 1000, currency: 'doubloons' }, undefined, 'currency'],
  [{ amount: 1000, currency: 'usd', receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
  [{ amount: 1000, currency: 'usd', metadata: { ['k'.repeat(41)]: 'v' } }, undefined, `metadata[${'k'.repeat(41)}]`],
  [{ amount: 1000, currency: 'usd', nonsense: 1 }, 'parameter_unknown', 'nonsense'],
  [{ amount: 1000, currency: 'usd', payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
])('refuses to create an intent with %j', async (params, code, param) => {
  const { stripe } = await startSandbox()
  const error = await stripe.paymentIntents.create(params).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(error).toMatchObject({ statusCode: 400, code, param })
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})

test('takes the smallest and the largest amount', async () => {
  const { stripe } = await startSandbox()
  for (const amount of [50, 99_999_999]) {
    expect((await stripe.paymentIntents.create({ amount, currency: 'usd' })).amount).toBe(amount)
  }
})

test('a missing amount and an intent that is not there are told as the provider tells them', async () => {
  const sandbox = await startSandbox()
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams({ currency: 'usd' }),
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('request-id')).toMatch(/^req_/)
  expect(response.headers.get('stripe-version')).toBe('2026-10-28.endive')
  expect(await response.json()).toEqual({
    error: {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      message: 'Missing required param: amount.',
      param: 'amount',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-missing',
      request_log_url: `https://dashboard.stripe.com/test/logs/${response.headers.get('request-id')}`,
    },
  })
  await expect(sandbox.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_none'",
  })
})

test('an intent that is over can be neither confirmed, canceled nor priced anew', async () => {
  const { stripe } = await startSandbox()
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...CARD_ONLY })
  const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' }
  await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject(unexpected)
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
    ...unexpected,
    message: 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    payment_intent: { id, status: 'succeeded' },
  })
  await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject(unexpected)
  await expect(stripe.paymentIntents.update(id, { amount: 100 })).rejects.toMatchObject(unexpected)
  expect((await stripe.paymentIntents.update(id, { metadata: { late: 'yes' } })).metadata).toEqual({ late: 'yes' })

  const other = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...CARD_ONLY })
  const canceled = await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect(canceled.canceled_at).not.toBeNull()
  await expect(stripe.paymentIntents.cancel(other.id)).rejects.toMatchObject(unexpected)
  await expect(stripe.paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject(
    unexpected,
  )
})

test('two confirmations at once charge once', async () => {
  const { stripe } = await startSandbox()
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...CARD_ONLY })
  const both = await Promise.allSettled([
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test('an intent that takes whatever the Dashboard allows wants a return_url from a server', async () => {
  const { stripe } = await startSandbox()
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toThrow('return_url')
  const given = { payment_method: 'pm_card_visa', return_url: 'https://second-ring.test/done' }
  expect((await stripe.paymentIntents.confirm(id, given)).status).toBe('succeeded')
})

test('what the sandbox does not carry out is refused, not ignored', async () => {
  const { stripe } = await startSandbox()
  const base = { amount: 5000, currency: 'usd' }
  await expect(stripe.paymentIntents.create({ ...base, customer: 'cus_1' })).rejects.toThrow('does not carry out')
  await expect(stripe.paymentIntents.create({ ...base, capture_method: 'manual' })).rejects.toThrow('capture_method')
  await expect(stripe.paymentIntents.create({ ...base, allowed_payment_method_types: ['ideal'] })).rejects.toThrow(
    'ideal',
  )
})

test('only the account’s own key is let in, as Bearer or as Basic', async () => {
  const sandbox = await startSandbox()
  await expect(connect(sandbox.url, 'sk_test_other').paymentIntents.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
  const get = (authorization?: string) =>
    fetch(`${sandbox.url}/v1/payment_intents`, { headers: authorization ? { authorization } : {} })
  expect((await get(`Basic ${btoa(`${SECRET_KEY}:`)}`)).status).toBe(200)
  expect((await get(`bearer ${SECRET_KEY}`)).status).toBe(200)
  expect((await get()).status).toBe(401)
  expect((await fetch(`${sandbox.url}/v1/payment_intents?key=${SECRET_KEY}`)).status).toBe(401)
})

test('every status but the first is reached, and the ends have no way out', () => {
  const reached = new Set(Object.values(intentMoves).flat())
  for (const status of Object.keys(intentMoves)) expect(reached).toContain(status)
  expect(Object.entries(intentMoves).filter(([, moves]) => moves.length === 0)).toEqual([
    ['succeeded', []],
    ['canceled', []],
  ])
})
