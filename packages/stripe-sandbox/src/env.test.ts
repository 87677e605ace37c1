import { expect, test, vi } from 'vitest'
import { readOptionalSettings } from './env.ts'

test('each webhook has a URL and a secret of its own', () => {
  vi.stubEnv('WEBHOOK_URL', 'http://shop.test/webhooks')
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_1')
  vi.stubEnv('CONNECT_WEBHOOK_URL', 'http://shop.test/connect')
  expect(readOptionalSettings).toThrow('Set both CONNECT_WEBHOOK_URL and STRIPE_CONNECT_WEBHOOK_SECRET')
  vi.stubEnv('STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_2')
  vi.stubEnv('PAYOUT_ARRIVES_AFTER', '60')
  vi.stubEnv('FUNDS_AVAILABLE_AFTER', '0')
  expect(readOptionalSettings()).toEqual({
    webhook: { url: 'http://shop.test/webhooks', secret: 'whsec_1' },
    connectWebhook: { url: 'http://shop.test/connect', secret: 'whsec_2' },
    payoutArrivesAfterMs: 60_000,
    fundsAvailableAfterMs: 0,
  })
  vi.stubEnv('PAYOUT_ARRIVES_AFTER', 'soon')
  expect(readOptionalSettings).toThrow('PAYOUT_ARRIVES_AFTER is a number of seconds.')
  vi.unstubAllEnvs()
})
