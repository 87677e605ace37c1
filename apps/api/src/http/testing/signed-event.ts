import { createHmac, randomUUID } from 'node:crypto'
import { WEBHOOK_SECRET } from '@second-ring/testkit'

interface SignedEvent {
  type: string
  /** The payment intent that it is about; someone who is not ours by default. */
  intentId?: string
  /** How long ago it happened at the provider; now by default. */
  secondsAgo?: number
}

/** Delivers an event to the API at `url` as the payment provider would. */
export function postSignedEvent(url: string, { type, intentId, secondsAgo = 0 }: SignedEvent): Promise<Response> {
  const now = Math.floor(Date.now() / 1000)
  const object = intentId ? { id: intentId, object: 'payment_intent' } : { id: 'cus_1', object: 'customer' }
  const event = { id: `evt_${randomUUID()}`, object: 'event', type, created: now - secondsAgo, data: { object } }
  const body = JSON.stringify(event)
  const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`${now}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${now},v1=${v1}` }
  return fetch(`${url}/webhooks/card-payments`, { method: 'POST', headers, body })
}
