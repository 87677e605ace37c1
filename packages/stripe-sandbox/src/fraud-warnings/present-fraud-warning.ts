import type { Stripe } from 'stripe'
import type { FraudWarningRecord } from '../state/records.ts'
import type { Reader } from '../state/store.ts'

/** The early fraud warning as the API shows it; it calls for action while there is money left to refund. */
export function presentFraudWarning(warning: FraudWarningRecord, reader: Reader): Stripe.Radar.EarlyFraudWarning {
  const charge = reader.get('charges', warning.chargeId)
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: charge !== undefined && !charge.disputed && charge.amountRefunded < charge.amount,
    charge: warning.chargeId,
    created: warning.created,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: warning.intentId,
  }
}
