import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createStripeCardPayments } from './stripe-card-payments.ts'

interface Answer {
  status: number
  isReplayed?: boolean
  body: object
}

/** Returns a charge at a provider that answers each idempotency key so. */
async function returned(answers: Record<string, Answer>, now = new Date(0)) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'])
    asked.push(key)
    const { status, isReplayed, body } = answers[key] ?? { status: 500, body: {} }
    response.writeHead(status, { 'stripe-should-retry': 'false', ...(isReplayed && { 'idempotent-replayed': 'true' }) })
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const cards = createStripeCardPayments({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    clock: { now: () => now },
  })
  const outcome = await cards.returnCharge('ch_1', 0).catch((error: { code?: string }) => error.code)
  return { outcome, asked }
}

const rejected = {
  error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Insufficient funds' },
}
const failed = { error: { type: 'api_error', message: 'An unknown error occurred' } }
const refund = {
  ...{ id: 're_1', object: 'refund', status: 'succeeded', amount: 100, currency: 'usd' },
  ...{ charge: 'ch_1', payment_intent: 'pi_1', metadata: {}, created: 1 },
}

it('a return that the provider rejects has failed, and is no outage', async () => {
  expect(await returned({ 'return:ch_1': { status: 400, body: rejected } })).toMatchObject({ outcome: 'failed' })
})

it.each([
  { status: 500, body: failed },
  { status: 400, body: rejected },
])('a return whose key holds an old answer of $status is asked for under the next key', async old => {
  const answers = { 'return:ch_1': { ...old, isReplayed: true }, 'return:ch_1:0:1': { status: 200, body: refund } }
  expect(await returned(answers)).toEqual({ outcome: 'succeeded', asked: ['return:ch_1', 'return:ch_1:0:1'] })
})

it('a return whose keys all hold old failures is asked for under others ten minutes later', async () => {
  const kept = { status: 500, isReplayed: true, body: failed }
  const keys = ['return:ch_1', ...[1, 2, 3, 4, 5].map(again => `return:ch_1:0:${again}`)]
  const answers = {
    ...Object.fromEntries(keys.map(key => [key, kept])),
    'return:ch_1:1:1': { status: 200, body: refund },
  }
  expect(await returned(answers)).toMatchObject({ outcome: 'PROVIDER_UNAVAILABLE' })
  expect(await returned(answers, new Date(10 * 60_000))).toMatchObject({ outcome: 'succeeded' })
})

it('a provider that is away is an outage', async () => {
  expect(await returned({})).toMatchObject({ outcome: 'PROVIDER_UNAVAILABLE' })
})
