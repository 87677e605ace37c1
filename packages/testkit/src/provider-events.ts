import type Stripe from 'stripe'

/** An event of the card payments, which a test delivers as often and as late as it likes. */
export interface ProviderEvent {
  id: string
  /** Such as `payment_intent.succeeded`. */
  type: string
  /** Posts it to the product's webhook, signed now. @returns the status of the answer */
  deliver(): Promise<number>
}

/** The sandbox gives them newest first, those of all intents together. */
const LOOKED_AT = 100

interface Delivery {
  intentId: string
  /** Where the product takes events, and what they are signed with. */
  url: string
  secret: string
}

/** The events that the sandbox has recorded of an intent and its charge, oldest first. */
export async function eventsOf(stripe: Stripe, { intentId, url, secret }: Delivery): Promise<ProviderEvent[]> {
  const { data } = await stripe.events.list({ limit: LOOKED_AT })
  return data
    .filter(({ data: { object } }) => subjectOf(object) === intentId)
    .reverse()
    .map(event => ({ id: event.id, type: event.type, deliver: () => deliver(stripe, { event, url, secret }) }))
}

function subjectOf(object: object): unknown {
  if ('object' in object && object.object === 'payment_intent') return 'id' in object ? object.id : null
  return 'payment_intent' in object ? object.payment_intent : null
}

async function deliver(
  stripe: Stripe,
  { event, url, secret }: { event: Stripe.Event; url: string; secret: string },
): Promise<number> {
  const body = JSON.stringify(event, null, 2)
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const response = await fetch(url, { method: 'POST', headers, body })
  await response.body?.cancel()
  return response.status
}
