import type { IntentRecord, IntentStatus } from '../state/records.ts'

/** Every move of a payment intent; a test holds it. `processing` is passed through within one confirmation. */
export const intentMoves: Record<IntentStatus, readonly IntentStatus[]> = {
  requires_payment_method: ['requires_confirmation', 'requires_action', 'succeeded', 'canceled'],
  requires_confirmation: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'],
  requires_action: ['requires_payment_method', 'requires_confirmation', 'succeeded', 'canceled'],
  succeeded: [],
  canceled: [],
}

/** The intent with these changes, after checking that its status may change so. */
export function moveIntent(
  intent: IntentRecord,
  changes: Partial<IntentRecord> & { status: IntentStatus },
): IntentRecord {
  if (changes.status !== intent.status && !intentMoves[intent.status].includes(changes.status)) {
    throw new Error(`A payment intent does not move from ${intent.status} to ${changes.status}.`)
  }
  return { ...intent, ...changes }
}
