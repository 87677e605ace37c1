import { declineOf } from '../cards/declines.ts'
import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { recordEvent } from '../events/record-event.ts'
import { newId } from '../state/new-id.ts'
import type { ChargeRecord, IntentRecord, PaymentFailure, PaymentMethodRecord } from '../state/records.ts'
import { moveIntent } from './intent-states.ts'
import { presentIntent } from './present-intent.ts'

/** An attempt to pay: the intent after it, and why it failed, if it did. */
export type Attempt = { intent: IntentRecord; failure: PaymentFailure | null }

/** Charges the card. It pays, or the intent goes back to waiting for a payment method. */
export function chargeIntent(
  context: Context,
  intent: IntentRecord,
  { method, authenticated }: { method: PaymentMethodRecord; authenticated: boolean },
): Attempt {
  const { tx } = context
  const decline = declineOf[method.card.outcome]
  const charge: ChargeRecord = {
    id: newId('ch'),
    created: context.now,
    intentId: intent.id,
    paymentMethodId: method.id,
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    failure: decline,
    authenticated,
    disputed: false,
    description: intent.description,
    metadata: intent.metadata,
    receiptEmail: intent.receiptEmail,
    shipping: intent.shipping,
    statementDescriptor: intent.statementDescriptor,
    statementDescriptorSuffix: intent.statementDescriptorSuffix,
  }
  tx.put('charges', charge)
  recordEvent(context, decline ? 'charge.failed' : 'charge.succeeded', { object: presentCharge(charge, tx) })
  if (decline) {
    const failure: PaymentFailure = {
      ...decline,
      type: 'card_error',
      chargeId: charge.id,
      paymentMethodId: method.id,
    }
    return failPayment(context, { ...intent, latestChargeId: charge.id }, failure)
  }
  tx.put('paymentMethods', { ...method, consumed: true })
  const paid = moveIntent(intent, {
    status: 'succeeded',
    paymentMethodId: method.id,
    latestChargeId: charge.id,
    authenticationId: null,
    lastFailure: null,
  })
  tx.put('intents', paid)
  recordEvent(context, 'payment_intent.succeeded', { object: presentIntent(paid, tx) })
  if (method.card.outcome === 'disputed') openDispute(context, charge)
  return { intent: paid, failure: null }
}

/** The payment failed: the intent waits for another payment method and remembers why. */
export function failPayment(context: Context, intent: IntentRecord, failure: PaymentFailure): Attempt {
  const waiting = moveIntent(intent, {
    status: 'requires_payment_method',
    paymentMethodId: null,
    authenticationId: null,
    lastFailure: failure,
  })
  context.tx.put('intents', waiting)
  recordEvent(context, 'payment_intent.payment_failed', { object: presentIntent(waiting, context.tx) })
  return { intent: waiting, failure }
}
