import type { CardPaymentsOptions } from './start-stripe-sandbox.ts'

/**
 * HOST, PUBLIC_URL, DATA_FILE, and WEBHOOK_URL with STRIPE_WEBHOOK_SECRET (both or none).
 * @throws when only one of the webhook's two is set
 */
export function readOptionalSettings(): Pick<CardPaymentsOptions, 'host' | 'publicUrl' | 'dataFile' | 'webhook'> {
  const { HOST, PUBLIC_URL, DATA_FILE, WEBHOOK_URL, STRIPE_WEBHOOK_SECRET } = process.env
  if (!WEBHOOK_URL !== !STRIPE_WEBHOOK_SECRET)
    throw new Error('Set both WEBHOOK_URL and STRIPE_WEBHOOK_SECRET, or neither.')
  return {
    ...(HOST && { host: HOST }),
    ...(PUBLIC_URL && { publicUrl: new URL(PUBLIC_URL).origin }),
    ...(DATA_FILE && { dataFile: DATA_FILE }),
    ...(WEBHOOK_URL && STRIPE_WEBHOOK_SECRET && { webhook: { url: WEBHOOK_URL, secret: STRIPE_WEBHOOK_SECRET } }),
  }
}
