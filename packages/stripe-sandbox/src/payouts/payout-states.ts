import type { PayoutStatus } from '../state/connect-records.ts'

/** Every transition of a payout. A bank may send the money back after it was taken for paid. */
export const payoutTransitions: Record<PayoutStatus, readonly PayoutStatus[]> = {
  pending: ['in_transit', 'paid', 'failed', 'canceled'],
  in_transit: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  canceled: [],
}
