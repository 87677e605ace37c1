import { type DisputeState, isOpenDispute } from '@second-ring/contracts/payments/dispute'
import { query, run, type Transaction } from '@second-ring/database'
import { now } from '#platform/database-clock.ts'
import type { TransitionTable } from '#platform/transition-table.ts'

/**
 * An inquiry may become a claim or end without one, which counts as won; a claim is answered, then decided. What was lost may be
 * won on appeal, months later.
 */
export const disputeTransitions = {
  INQUIRY: ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'],
  NEEDS_RESPONSE: ['UNDER_REVIEW', 'WON', 'LOST'],
  UNDER_REVIEW: ['WON', 'LOST'],
  WON: [],
  LOST: ['WON'],
} as const satisfies TransitionTable<DisputeState>

/** What the audit says of a dispute that is won after it was lost. */
export const WON_ON_APPEAL = 'Won on appeal: the bank gave the money back'

interface DisputeMove {
  id: string
  from: DisputeState
  to: DisputeState
  amountCents: number
  dueAt: Date | null
}

/** Moves a dispute in one statement, to what its table allows. @returns false when that is nothing, or it was not in `from` */
export async function transitionDispute(
  tx: Transaction,
  { id, from, to, amountCents, dueAt }: DisputeMove,
): Promise<boolean> {
  const next: readonly DisputeState[] = disputeTransitions[from]
  if (!next.includes(to)) return false
  const change = { amount_cents: amountCents, due_at: dueAt, closed_at: isOpenDispute(to) ? null : now }
  const moving = query.updateTable('disputes').set({ state: to, updated_at: now, ...change })
  const moved = await run(tx, moving.where('id', '=', id).where('state', '=', from).returning('id'))
  return moved.length === 1
}
