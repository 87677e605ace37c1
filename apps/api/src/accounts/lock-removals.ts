import type { Transaction } from '@second-ring/database'
import { lockName } from '#platform/advisory-lock.ts'

/** Serializes removals, and what goes before one, until the transaction's end: they lock so many rows that two would deadlock. */
export async function lockRemovals(tx: Transaction): Promise<void> {
  await lockName(tx, 'second-ring/remove-user')
}
