import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'
import { type Call, providerFault } from './provider-fault.ts'

const NEW = { amount: 5000, currency: 'usd', allowed_payment_method_types: ['card' as const] }

/** A sandbox that fails its next calls with these statuses. */
async function disturbed(...faults: (429 | 500)[]) {
  const calls: Call[] = []
  const sandbox = await startSandbox({
    disturb: async call => {
      calls.push(call)
      const status = faults.shift()
      if (status) throw providerFault(status)
    },
  })
  return { stripe: sandbox.stripe, calls }
}

test('a fault of its own is 500, and the answer to the same key again', async () => {
  const { stripe, calls } = await disturbed(500)
  const create = (idempotencyKey: string) => stripe.paymentIntents.create(NEW, { idempotencyKey })
  await expect(create('k')).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError)
  await expect(create('k')).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' },
  })
  expect(await create('l')).toMatchObject({ status: 'requires_payment_method' })
  expect(calls).toEqual(Array.from({ length: 2 }, () => ({ method: 'POST', path: '/v1/payment_intents' })))
})

test('too many requests are 429, and the same key may be used again', async () => {
  const { stripe } = await disturbed(429)
  const create = () => stripe.paymentIntents.create(NEW, { idempotencyKey: 'k' })
  await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  expect(await create()).toMatchObject({ status: 'requires_payment_method' })
})
