import { chargeFee, recordBalanceTransaction } from '../balance/record-balance-transaction.ts'
import { behaviourOf } from '../cards/behaviours.ts'
import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { disputeFor, openDispute } from '../disputes/open-dispute.ts'
import { recordEvent } from '../events/record-event.ts'
import { warnOfFraud } from '../fraud-warnings/warn-of-fraud.ts'
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
  const { decline, isAvailableAtOnce } = behaviourOf(method.card)
  const id = newId('ch')
  const charge: ChargeRecord = {
    id,
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
    transferGroup: intent.transferGroup,
    balanceTransactionId: decline ? null : recordCharge(context, intent, { id, isAvailableAtOnce }),
    fraudReport: null,
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
  bringAboutWhatFollows(context, charge, method)
  const paid = moveIntent(intent, {
    status: 'succeeded',
    paymentMethodId: method.id,
    latestChargeId: charge.id,
    authenticationId: null,
    lastFailure: null,
  })
  tx.put('intents', paid)
  recordEvent(context, 'payment_intent.succeeded', { object: presentIntent(paid, tx) })
  return { intent: paid, failure: null }
}

function recordCharge(
  context: Context,
  { amount, currency, description }: IntentRecord,
  { id, isAvailableAtOnce }: { id: string; isAvailableAtOnce: boolean },
): string {
  return recordBalanceTransaction(context, {
    amount,
    currency,
    fee: chargeFee(amount),
    type: 'charge',
    reportingCategory: 'charge',
    description,
    sourceId: id,
    isAvailableAtOnce,
  })
}

/** What a test card does once it has paid. Who proved to be its holder does not dispute that as fraud. */
function bringAboutWhatFollows(context: Context, charge: ChargeRecord, { card }: PaymentMethodRecord): void {
  const { disputes, warnsOfFraud } = behaviourOf(card)
  if (warnsOfFraud) warnOfFraud(context, charge)
  for (const cause of disputes) {
    const current = context.tx.get('charges', charge.id) ?? charge
    if (cause !== 'fraudulent' || !charge.authenticated) openDispute(context, current, disputeFor(cause, card))
  }
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
