import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { newId } from '../state/new-id.ts'
import type { ChargeRecord } from '../state/records.ts'
import { presentFraudWarning } from './present-fraud-warning.ts'

/** The cardholder's bank tells that a payment was reported as fraud, before anybody disputes it. */
export function warnOfFraud(context: Context, charge: ChargeRecord): void {
  const warning = { id: newId('issfr'), created: context.now, chargeId: charge.id, intentId: charge.intentId }
  context.tx.put('fraudWarnings', warning)
  recordEvent(context, 'radar.early_fraud_warning.created', { object: presentFraudWarning(warning, context.tx) })
}
