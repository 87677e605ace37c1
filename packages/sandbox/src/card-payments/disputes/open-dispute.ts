import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { newId } from '../state/new-id.ts'
import type { ChargeRecord, DisputeRecord } from '../state/records.ts'
import { presentDispute } from './present-dispute.ts'

/** The card's holder disputes a charge: its whole amount is taken back until the dispute is over. */
export function openDispute(context: Context, charge: ChargeRecord): DisputeRecord {
  const dispute: DisputeRecord = {
    id: newId('du'),
    created: context.now,
    chargeId: charge.id,
    intentId: charge.intentId,
    amount: charge.amount,
    currency: charge.currency,
  }
  context.tx.put('disputes', dispute)
  context.tx.put('charges', { ...charge, disputed: true })
  recordEvent(context, 'charge.dispute.created', { object: presentDispute(dispute, context.tx) })
  return dispute
}
