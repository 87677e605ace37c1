import { isUtf8 } from 'node:buffer'
import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'
import { ConfirmPaymentInput } from '@second-ring/contracts/payments/payment'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { CardPayments, PaymentIntent } from './card-payments.ts'
import type { Clock } from './clock.ts'
import { stripeAddress } from './stripe-address.ts'

interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Where Stripe's API is; the sandbox's origin in the sandbox, Stripe's own when absent. */
  apiUrl?: string | undefined
  /** How long to wait for an answer, in milliseconds; 10,000 by default. It is asked three times at the most. */
  requestTimeoutMs?: number | undefined
  clock: Clock
}

const REQUEST_TIMEOUT_MS = 10_000
const RETRIES = 2
const KEYS_MAX = 5
/** How far a webhook's timestamp may be from now, in seconds (the provider's own default for the past). */
const SIGNATURE_TOLERANCE_S = 300

/** Card payments on Stripe's own SDK; the sandbox stands behind it, on the wire. */
export function createStripeCardPayments(settings: StripeSettings): CardPayments {
  const stripe = new Stripe(settings.secretKey, {
    timeout: settings.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(settings.apiUrl ? stripeAddress(settings.apiUrl) : {}),
  })
  return {
    async createIntent({ orderId, amountCents, attempt }) {
      const create = (idempotencyKey: string) =>
        stripe.paymentIntents.create(
          { amount: amountCents, currency: 'usd', allowed_payment_method_types: ['card'], metadata: { orderId } },
          { idempotencyKey },
        )
      return toIntent(await reaching(() => pastKeptFailures(create, `order:${orderId}:attempt:${attempt}`)))
    },
    async retrieveIntent(intentId) {
      try {
        return toIntent(await reaching(() => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })))
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    },
    async cancelIntent(intentId) {
      try {
        await reaching(() => stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        const code = codeOf(error)
        if (code !== 'payment_intent_unexpected_state' && code !== 'resource_missing') throw error
      }
    },
    async refundIntent(intentId) {
      try {
        // Without a key of ours, under which a failure would be kept: there is nothing to give back a second time.
        await reaching(() => stripe.refunds.create({ payment_intent: intentId }))
        return 'refunded'
      } catch (error) {
        if (codeOf(error) === 'charge_already_refunded') return 'refunded'
        if (codeOf(error) === 'charge_disputed') return 'disputed'
        throw error
      }
    },
    verifyEvent(rawBody, signature) {
      // As text, because the SDK drops what may stand before the text of bytes; and of bytes that are one text only.
      const body = isUtf8(rawBody) ? rawBody.toString() : ''
      const event = verified(() =>
        ToldEvent.parse(stripe.webhooks.constructEvent(body, signature, settings.webhookSecret, SIGNATURE_TOLERANCE_S)),
      )
      refuseFuture(signature, settings.clock)
      const { object, id, payment_intent } = event.data.object
      const intentId = IntentId.safeParse(object === 'payment_intent' ? id : payment_intent)
      return {
        id: event.id,
        type: event.type,
        intentId: intentId.data ?? null,
        happenedAt: new Date(event.created * 1000),
      }
    },
  }
}

const PRINTABLE = /^[\x21-\x7e]{1,255}$/
const IntentId = ConfirmPaymentInput.shape.transactionId

/** What is read of an event; what it tells of is asked for afresh. */
const ToldEvent = z.object({
  id: z.string().check(z.regex(PRINTABLE)),
  type: z.string().check(z.regex(PRINTABLE)),
  /** In seconds since 1970, at most what a date can hold. */
  created: z.int().check(z.minimum(0), z.maximum(8_640_000_000_000)),
  data: z.object({
    object: z.object({
      object: z.optional(z.unknown()),
      id: z.optional(z.unknown()),
      payment_intent: z.optional(z.unknown()),
    }),
  }),
})

const statuses: Partial<Record<Stripe.PaymentIntent.Status, PaymentIntent['status']>> = {
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

function toIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: statuses[intent.status] ?? 'open',
    amountCents: intent.amount,
    currency: intent.currency,
    // Another product on the same account may use the name for something else.
    orderId: Id.safeParse(intent.metadata.orderId).data ?? null,
    clientSecret: intent.client_secret,
    refundedCents: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
  }
}

/** Refusals that say how things are, and so are answers: not there; succeeded or cancelled already; refunded; disputed. */
const answers = [
  'resource_missing',
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
] as const

function codeOf(error: unknown): (typeof answers)[number] | undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined
  return answers.find(code => code === error.code)
}

async function reaching<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (codeOf(error)) throw error
    throw new DomainError('PROVIDER_UNAVAILABLE', 'Card payments are not available right now. Try again in a minute.', {
      cause: error,
    })
  }
}

/** The provider answers a key for a day with what it answered first, a failure of its own too: then the next key. */
async function pastKeptFailures<T>(create: (key: string) => Promise<T>, key: string): Promise<T> {
  for (let again = 0; ; again += 1) {
    try {
      return await create(again === 0 ? key : `${key}:again:${again}`)
    } catch (error) {
      if (!isKeptFailure(error) || again === KEYS_MAX) throw error
    }
  }
}

function isKeptFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'
}

function verified<Event>(construct: () => Event): Event {
  try {
    return construct()
  } catch (error) {
    throw new DomainError('INVALID_INPUT', 'This event is not signed by the payment provider.', { cause: error })
  }
}

// The SDK accepts any timestamp in the future.
function refuseFuture(signature: string, clock: Clock): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (seconds > clock.now().getTime() / 1000 + SIGNATURE_TOLERANCE_S) {
    throw new DomainError('INVALID_INPUT', 'This event is dated in the future.')
  }
}
