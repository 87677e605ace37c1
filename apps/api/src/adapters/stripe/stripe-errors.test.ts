import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { createProviderPolicy } from '../providers/provider-policy.ts'
import { reaching } from './stripe-errors.ts'

const inUse = () =>
  Promise.reject(
    new Stripe.errors.StripeIdempotencyError({
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this idempotency key.',
    }),
  )

describe('a call that another tab has under way', () => {
  it('may be tried again in a moment, and is no outage', async () => {
    await expect(reaching(inUse)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterS: 1 })
    const limits = { atOnce: 2, timeoutMs: 8000, failuresInARow: 3, restMs: 5000, message: 'Not now.' }
    const policy = createProviderPolicy(limits)
    for (let times = 0; times < 10; times += 1) await policy.run(() => reaching(inUse)).catch(() => undefined)
    expect(policy.isAnswering()).toBe(true)
    expect(await policy.run(async () => 'answer')).toBe('answer')
  })
})
