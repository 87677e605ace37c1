import type { PayoutState } from '@second-ring/database'
import type { TransitionTable } from '#platform/transition-table.ts'

/**
 * REQUESTED until the provider has it. A bank may send back what had arrived: RETURNED. What the provider did not take had FAILED,
 * and is on its way after all when another process asked at the same time and was let through: the provider's word holds.
 */
export const payoutTransitions = {
  REQUESTED: ['IN_TRANSIT', 'PAID', 'FAILED'],
  IN_TRANSIT: ['PAID', 'FAILED'],
  PAID: ['RETURNED'],
  FAILED: ['IN_TRANSIT', 'PAID'],
  RETURNED: [],
} as const satisfies TransitionTable<PayoutState>
