import type { DisputeState } from '@second-ring/contracts/payments/dispute'
import { Prisma, type Transaction } from '@second-ring/database'
import type { Life } from '#platform/life.ts'

/** An inquiry may become a claim or end without one, which counts as won; a claim is answered, then decided. */
export const disputeLife = {
  INQUIRY: ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'],
  NEEDS_RESPONSE: ['UNDER_REVIEW', 'WON', 'LOST'],
  UNDER_REVIEW: ['WON', 'LOST'],
  WON: [],
  LOST: [],
} as const satisfies Life<DisputeState>

interface DisputeMove {
  id: string
  from: DisputeState
  to: DisputeState
  amountCents: number
  dueAt: Date | null
}

/** Moves a dispute in one statement, to what its table allows. @returns false when that is nothing, or it was not in `from` */
export async function moveDispute(tx: Transaction, { id, from, to, ...data }: DisputeMove): Promise<boolean> {
  const next: readonly DisputeState[] = disputeLife[from]
  if (!next.includes(to)) return false
  const isClosed = next.length > 0 && disputeLife[to].length === 0
  const count = await tx.$executeRaw(Prisma.sql`
    UPDATE disputes SET state = ${to}::dispute_state, amount_cents = ${data.amountCents}, due_at = ${data.dueAt},
      closed_at = ${isClosed ? Prisma.sql`now()` : Prisma.sql`NULL`}, updated_at = now()
    WHERE id = ${id}::uuid AND state = ${from}::dispute_state`)
  return count === 1
}
