import type { CardPaymentsOptions } from './start-stripe-sandbox.ts'
import type { WebhookEndpoint } from './webhooks/webhook-deliveries.ts'

type OptionalSettings = Pick<
  CardPaymentsOptions,
  'host' | 'publicUrl' | 'dataFile' | 'webhook' | 'connectWebhook' | 'payoutArrivesAfterMs' | 'fundsAvailableAfterMs'
>

/**
 * HOST, PUBLIC_URL, DATA_FILE, WEBHOOK_URL with STRIPE_WEBHOOK_SECRET, and CONNECT_WEBHOOK_URL with
 * STRIPE_CONNECT_WEBHOOK_SECRET (of each pair both or none), and PAYOUT_ARRIVES_AFTER and FUNDS_AVAILABLE_AFTER in seconds.
 * @throws when only one of a webhook's two is set, or the seconds are no number
 */
export function readOptionalSettings(): OptionalSettings {
  const { HOST, PUBLIC_URL, DATA_FILE } = process.env
  const payoutArrivesAfterMs = readSeconds('PAYOUT_ARRIVES_AFTER')
  const fundsAvailableAfterMs = readSeconds('FUNDS_AVAILABLE_AFTER')
  const webhook = readEndpoint('WEBHOOK_URL', 'STRIPE_WEBHOOK_SECRET')
  const connectWebhook = readEndpoint('CONNECT_WEBHOOK_URL', 'STRIPE_CONNECT_WEBHOOK_SECRET')
  return {
    ...(HOST && { host: HOST }),
    ...(PUBLIC_URL && { publicUrl: new URL(PUBLIC_URL).origin }),
    ...(DATA_FILE && { dataFile: DATA_FILE }),
    ...(webhook && { webhook }),
    ...(connectWebhook && { connectWebhook }),
    ...(payoutArrivesAfterMs !== undefined && { payoutArrivesAfterMs }),
    ...(fundsAvailableAfterMs !== undefined && { fundsAvailableAfterMs }),
  }
}

/** @returns milliseconds */
function readSeconds(name: string): number | undefined {
  const { [name]: seconds } = process.env
  if (!seconds) return undefined
  if (!/^\d{1,9}$/.test(seconds)) throw new Error(`${name} is a number of seconds.`)
  return Number(seconds) * 1000
}

function readEndpoint(urlName: string, secretName: string): WebhookEndpoint | undefined {
  const { [urlName]: url, [secretName]: secret } = process.env
  if (!url !== !secret) throw new Error(`Set both ${urlName} and ${secretName}, or neither.`)
  return url && secret ? { url, secret } : undefined
}
