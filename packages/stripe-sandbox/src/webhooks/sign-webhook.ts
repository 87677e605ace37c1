import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header of a webhook: `t=<Unix seconds>,v1=<HMAC-SHA256 of "t.body", hexadecimal>`.
 * Source: Stripe's published description of webhook signatures.
 */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
