import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'
import Stripe from 'stripe'
import type { CardPayments, PaymentIntent } from './card-payments.ts'
import type { Clock } from './clock.ts'
import { stripeAddress } from './stripe-address.ts'

interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Where Stripe's API is; the sandbox's origin in the sandbox, Stripe's own when absent. */
  apiUrl?: string | undefined
  clock: Clock
}

const REQUEST_TIMEOUT_MS = 10_000
const RETRIES = 2
/** How far a webhook's timestamp may be from now, in seconds (the provider's own default for the past). */
const SIGNATURE_TOLERANCE_S = 300

/** Card payments on Stripe's own SDK; the sandbox stands behind it, on the wire. */
export function createStripeCardPayments(settings: StripeSettings): CardPayments {
  const stripe = new Stripe(settings.secretKey, {
    timeout: REQUEST_TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(settings.apiUrl ? stripeAddress(settings.apiUrl) : {}),
  })
  return {
    async createIntent({ orderId, amountCents, attempt }) {
      const intent = await reaching(() =>
        stripe.paymentIntents.create(
          { amount: amountCents, currency: 'usd', allowed_payment_method_types: ['card'], metadata: { orderId } },
          { idempotencyKey: `order:${orderId}:attempt:${attempt}` },
        ),
      )
      return toIntent(intent)
    },
    async retrieveIntent(intentId) {
      try {
        return toIntent(await reaching(() => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async cancelIntent(intentId) {
      try {
        await reaching(() => stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        if (!isInItsEnd(error) && !isMissing(error)) throw error
      }
    },
    async refundIntent(intentId) {
      await reaching(() =>
        stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund:${intentId}` }),
      )
    },
    verifyEvent(rawBody, signature) {
      const event = verified(() =>
        stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, SIGNATURE_TOLERANCE_S),
      )
      refuseFuture(signature, settings.clock)
      const subject = event.data.object
      const intentId = subject.object === 'payment_intent' ? subject.id : intentOf(subject)
      return { id: event.id, type: event.type, intentId }
    },
  }
}

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

function intentOf(subject: object): string | null {
  const intent = 'payment_intent' in subject ? subject.payment_intent : null
  return typeof intent === 'string' ? intent : null
}

async function reaching<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error) || isInItsEnd(error)) throw error
    throw new DomainError('PROVIDER_UNAVAILABLE', 'Card payments are not available right now. Try again in a minute.', {
      cause: error,
    })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Succeeded or cancelled already. */
function isInItsEnd(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'
}

function verified(construct: () => Stripe.Event): Stripe.Event {
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
