import type { RefundState } from '@second-ring/contracts/payments/refund'
import type { Transaction } from '@second-ring/database'
import { postRefundMove } from '#ledger/post-refund.ts'
import type { TransitionTable } from '#platform/transition-table.ts'

/**
 * REQUESTED until the provider has it. A bank may send back what had succeeded: then it has failed after all. What is not
 * with the provider an admin may pay back another way: SETTLED_OUTSIDE.
 */
export const refundTransitions = {
  REQUESTED: ['PENDING', 'SUCCEEDED', 'FAILED', 'SETTLED_OUTSIDE'],
  PENDING: ['SUCCEEDED', 'FAILED'],
  SUCCEEDED: ['FAILED'],
  FAILED: [],
  SETTLED_OUTSIDE: [],
} as const satisfies TransitionTable<RefundState>

interface RefundMove {
  id: string
  from: RefundState
  to: RefundState
  /** The provider's id of it, once it has one. */
  providerId?: string
  failureReason?: string | null
  /** How it was settled, and by whom. */
  reason?: string
  requestedById?: string
}

/** Moves a refund in one statement, to what its table allows, and posts what it moves. @returns false when that is nothing, or it was not in `from` */
export async function transitionRefund(tx: Transaction, { id, from, to, ...data }: RefundMove): Promise<boolean> {
  const next: readonly RefundState[] = refundTransitions[from]
  if (!next.includes(to)) return false
  const select = { id: true, paymentId: true, amountCents: true } as const
  const change = { where: { id, state: from }, data: { state: to, ...data }, select }
  const [moved] = await tx.refund.updateManyAndReturn(change)
  if (moved) await postRefundMove(tx, { ...moved, from, to })
  return moved !== undefined
}
