import { isUtf8 } from 'node:buffer'
import { DomainError } from '@second-ring/contracts/errors'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'

/** How far a webhook's timestamp may be from now, in seconds (the provider's own default for the past). */
const SIGNATURE_TOLERANCE_S = 300

interface Delivery {
  rawBody: Buffer
  signature: string
  /** The secret of the webhook's endpoint (`whsec_…`). */
  secret: string
  clock: Clock
}

/**
 * What is read of an event that the provider has signed; the object that it names is fetched again.
 * @throws DomainError INVALID_INPUT when the signature is not the provider's, or too old or too new
 */
export function verifyStripeEvent(stripe: Stripe, { rawBody, signature, secret, clock }: Delivery): SignedEvent {
  // As text, because the SDK drops what may stand before the text of bytes; and of bytes that are one text only.
  const body = isUtf8(rawBody) ? rawBody.toString() : ''
  const event = verified(() =>
    SignedEvent.parse(stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_S)),
  )
  rejectFuture(signature, clock)
  return event
}

const PRINTABLE = /^[\x21-\x7e]{1,255}$/

export const SignedEvent = z.object({
  id: z.string().check(z.regex(PRINTABLE)),
  type: z.string().check(z.regex(PRINTABLE)),
  /** In seconds since 1970, at most what a date can hold. */
  created: z.int().check(z.minimum(0), z.maximum(8_640_000_000_000)),
  /** The connected account that it happened on; absent when it was the platform's own. */
  account: z.optional(z.unknown()),
  data: z.object({
    object: z.object({
      object: z.optional(z.unknown()),
      id: z.optional(z.unknown()),
      payment_intent: z.optional(z.unknown()),
    }),
  }),
})
export type SignedEvent = z.infer<typeof SignedEvent>

function verified<Event>(construct: () => Event): Event {
  try {
    return construct()
  } catch (error) {
    throw new DomainError('INVALID_INPUT', 'This event is not signed by the payment provider.', { cause: error })
  }
}

// The SDK accepts any timestamp in the future.
function rejectFuture(signature: string, clock: Clock): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (seconds > clock.now().getTime() / 1000 + SIGNATURE_TOLERANCE_S) {
    throw new DomainError('INVALID_INPUT', 'This event is dated in the future.')
  }
}
