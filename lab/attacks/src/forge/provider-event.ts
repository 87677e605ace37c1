import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET } from '@second-ring/testkit'

interface Signing {
  secret?: string
  /** When it is said to be signed, in seconds since 1970; now by default. */
  at?: number
  scheme?: string
}

/** A `Stripe-Signature` made by hand, of any time, secret and scheme. */
export function signatureOf(
  body: string,
  { secret = WEBHOOK_SECRET, at = nowS(), scheme = 'v1' }: Signing = {},
): string {
  return `t=${at},${scheme}=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** An event about an intent, as the provider writes it. */
export function intentEvent(
  intentId: string,
  type: string,
  id = `evt_${crypto.randomUUID().replaceAll('-', '')}`,
): string {
  return JSON.stringify({
    id,
    object: 'event',
    created: 1_700_000_000,
    type,
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
