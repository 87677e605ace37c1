import { type ClaimState, openClaimStates } from '@second-ring/contracts/claims/claim'
import { query, run, type Transaction } from '@second-ring/database'
import { now } from '#platform/database-clock.ts'

type EndedState = Exclude<ClaimState, (typeof openClaimStates)[number]>

interface End {
  state: EndedState
  /** How much goes back by it; null when nothing does, or not by it. */
  refundCents: number | null
}

/**
 * Ends the open claim about an order that is locked.
 * @throws when there is none
 */
export async function closeClaim(tx: Transaction, orderId: string, { state, refundCents }: End): Promise<void> {
  const closing = query
    .updateTable('claims')
    .set({ state, refund_cents: refundCents, due_at: null, closed_at: now, return_code: null })
    .where('order_id', '=', orderId)
    .where('state', 'in', openClaimStates)
    .returning('id')
  if ((await run(tx, closing)).length === 0) throw new Error(`There is no open claim about order ${orderId}`)
}
