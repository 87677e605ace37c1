import type { HandoverOutcome } from '@second-ring/contracts/orders/hand-over'

/** What an admin has decided of a handover. */
export const handoverOutcomes: Record<HandoverOutcome, string> = {
  HANDED_OVER: 'Handed over',
  REFUNDED: 'Refunded',
}
