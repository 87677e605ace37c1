import { DomainError } from '@second-ring/contracts/errors'
import type { DecideUnmatchedChargeInput } from '@second-ring/contracts/payments/unmatched-charge'
import { query, run } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * An admin's decision on a charge that fits no order: it goes back to its card, or is left as it is, with the reason.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (decided already)
 */
export async function decideUnmatchedCharge(
  platform: Platform,
  caller: Caller,
  { unmatchedChargeId: id, decision, reason }: DecideUnmatchedChargeInput,
): Promise<{ unmatchedChargeId: string }> {
  authorize(caller, 'payment.oversee')
  const { database, jobs } = platform
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const state = decision === 'return' ? 'RETURNING' : 'DISMISSED'
      const deciding = query
        .updateTable('unmatched_charges')
        .set({ state, decided_by_id: caller.id, decided_at: now })
        .where('id', '=', id)
        .where('state', '=', 'WAITING')
        .returning('id')
      if ((await run(tx, deciding)).length === 0) {
        if ((await tx.unmatchedCharge.count({ where: { id } })) === 0) {
          throw new DomainError('NOT_FOUND', 'There is no such charge.')
        }
        throw new DomainError('CONFLICT', 'This charge is decided already.')
      }
      const action = decision === 'return' ? 'charge.order-return' : 'charge.dismiss'
      await recordAction(tx, { actorId: caller.id, action, subject: { type: 'charge', id }, reason })
      if (decision === 'return') await jobs.enqueue(tx, 'payments.return-charge', { unmatchedChargeId: id })
      return { unmatchedChargeId: id }
    }),
  )
}
