import type { PaymentState } from '@second-ring/contracts/payments/payment'
import { query, run, type Transaction } from '@second-ring/database'
import { postCharge } from '#ledger/post-payment.ts'
import { now } from '#platform/database-clock.ts'
import type { NextState, TransitionTable } from '#platform/transition-table.ts'

/**
 * PENDING while the provider's intent is open; a declined card leaves it so, for another try. REFUNDED once all of it went
 * back, unless a refund fails after all.
 */
export const paymentTransitions = {
  PENDING: ['SUCCEEDED', 'FAILED', 'CANCELLED'],
  SUCCEEDED: ['REFUNDED'],
  FAILED: [],
  CANCELLED: [],
  REFUNDED: ['SUCCEEDED'],
} as const satisfies TransitionTable<PaymentState>

interface PaymentMove<From extends PaymentState> {
  id: string
  from: From
  to: NextState<typeof paymentTransitions, From>
}

/** Moves a payment in one statement; a charge is received now, by the database's clock, and posted. @returns false when it was not in `from` */
export async function transitionPayment<From extends PaymentState>(
  tx: Transaction,
  { id, from, to }: PaymentMove<From>,
): Promise<boolean> {
  const isCharged = from === 'PENDING' && to === 'SUCCEEDED'
  const moving = query.updateTable('payments').set({ state: to, ...(isCharged && { received_at: now }) })
  const moved = await run(tx, moving.where('id', '=', id).where('state', '=', from).returning('id'))
  if (isCharged && moved.length === 1) await postCharge(tx, id)
  return moved.length === 1
}
