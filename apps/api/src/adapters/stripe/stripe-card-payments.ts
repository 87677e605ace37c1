import { Id } from '@second-ring/contracts/ids'
import { ConfirmPaymentInput } from '@second-ring/contracts/payments/payment'
import type { CardPayments, PaymentIntent, ProviderCharge } from '#platform/card-payments.ts'
import type { Clock } from '#platform/clock.ts'
import {
  ChargeAnswer,
  IntentWithChargeAnswer,
  PaymentIntentAnswer,
  parseAnswer,
  providerUnavailable,
  RefundAnswer,
} from './stripe-answers.ts'
import { createStripeClient, type StripeClientSettings } from './stripe-client.ts'
import { codeOf, pastKeptFailures, reaching, rejectionOf } from './stripe-errors.ts'
import { verifyStripeEvent } from './stripe-events.ts'
import { listAll } from './stripe-lists.ts'
import { createStripeRefund, disputesOf, refundsOf, toRefund } from './stripe-refunds.ts'

interface StripeSettings extends StripeClientSettings {
  webhookSecret: string
  clock: Clock
}

/** Card payments on Stripe's own SDK; the sandbox stands behind it, on the wire. */
export function createStripeCardPayments(settings: StripeSettings): CardPayments {
  const stripe = createStripeClient(settings)
  const returnsOf = async (intentId: string) => {
    const [refunds, disputes] = await Promise.all([refundsOf(stripe, intentId), disputesOf(stripe, intentId)])
    return { refunds, disputes }
  }
  return {
    async createIntent({ orderId, buyerId, marketId, amountCents, attempt }) {
      const metadata = { ...(orderId !== null && { orderId }), buyerId, market: marketId }
      const create = (idempotencyKey: string) =>
        stripe.paymentIntents.create(
          { amount: amountCents, currency: 'usd', allowed_payment_method_types: ['card'], metadata },
          { idempotencyKey },
        )
      const what = orderId === null ? `buyer:${buyerId}:amount:${amountCents}` : `order:${orderId}`
      const answer = await reaching(() =>
        pastKeptFailures(create, { key: `${what}:attempt:${attempt}`, now: settings.clock.now() }),
      )
      return toIntent(parseAnswer(PaymentIntentAnswer, answer))
    },
    async retrieveIntent(intentId) {
      try {
        const answer = await reaching(() =>
          stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.balance_transaction'] }),
        )
        const intent = toIntent(sameIntent(intentId, parseAnswer(IntentWithChargeAnswer, answer)))
        return intent.status === 'succeeded' ? { ...intent, ...(await returnsOf(intentId)) } : intent
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    },
    async cancelIntent(intentId) {
      try {
        const answer = await reaching(() => stripe.paymentIntents.cancel(intentId))
        sameIntent(intentId, parseAnswer(PaymentIntentAnswer, answer))
      } catch (error) {
        const code = codeOf(error)
        if (code !== 'payment_intent_unexpected_state' && code !== 'resource_missing') throw error
      }
    },
    createRefund: refund => createStripeRefund(stripe, refund, settings.clock.now()),
    async returnCharge(chargeId, failed) {
      // Without an amount it is all that is left: however often it is asked for, it goes back once.
      const create = (idempotencyKey: string) => stripe.refunds.create({ charge: chargeId }, { idempotencyKey })
      const key = failed === 0 ? `return:${chargeId}` : `return:${chargeId}:${failed}`
      try {
        const answer = await pastKeptFailures(create, { key, now: settings.clock.now() })
        return returnStates[toRefund(parseAnswer(RefundAnswer, answer)).status]
      } catch (error) {
        if (codeOf(error) === 'charge_already_refunded') return 'succeeded'
        if (codeOf(error) === 'charge_disputed') return 'disputed'
        if (rejectionOf(error) !== null) return 'failed'
        return reaching(() => Promise.reject(error))
      }
    },
    async *listCharges(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const charge of listAll(ChargeAnswer, page => stripe.charges.list({ ...page, created }))) {
        if (charge.status === 'succeeded') yield toCharge(charge)
      }
    },
    verifyEvent(rawBody, signature) {
      const { webhookSecret: secret, clock } = settings
      const event = verifyStripeEvent(stripe, { rawBody, signature, secret, clock })
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

const IntentId = ConfirmPaymentInput.shape.transactionId

const statuses: Partial<Record<string, PaymentIntent['status']>> = {
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

function toIntent(intent: PaymentIntentAnswer): PaymentIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: statuses[intent.status] ?? 'open',
    amountCents: intent.amount,
    currency: intent.currency,
    // Another product on the same account may use the name for something else.
    orderId: Id.safeParse(intent.metadata.orderId).data ?? null,
    buyerId: Id.safeParse(intent.metadata.buyerId).data ?? null,
    marketId: Id.safeParse(intent.metadata.market).data ?? null,
    charge: charge && { id: charge.id, at: new Date(charge.created * 1000), ...fundsOf(charge) },
    clientSecret: intent.client_secret,
    refundedCents: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    refunds: [],
    disputes: [],
  }
}

/** Fees are in the currency of the account, which is US dollars. */
function fundsOf({ balance_transaction: movement }: ChargeAnswer): {
  feeCents: number | null
  availableAt: Date | null
} {
  const isKnown = typeof movement === 'object' && movement?.currency === 'usd'
  if (!isKnown) return { feeCents: null, availableAt: null }
  return { feeCents: movement.fee, availableAt: new Date(movement.available_on * 1000) }
}

function sameIntent<Answer extends PaymentIntentAnswer>(intentId: string, answer: Answer): Answer {
  if (answer.id !== intentId) throw providerUnavailable(new Error(`Asked for ${intentId}, got ${answer.id}`))
  return answer
}

function toCharge({ id, payment_intent: intentId, amount, amount_refunded, metadata }: ChargeAnswer): ProviderCharge {
  return {
    id,
    intentId,
    amountCents: amount,
    refundedCents: amount_refunded,
    marketId: Id.safeParse(metadata.market).data ?? null,
  }
}

const returnStates = { PENDING: 'pending', SUCCEEDED: 'succeeded', FAILED: 'failed' } as const
