import { query, run, type Transaction } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'

/**
 * Locks users against removal until the transaction's end. Call it before changing anything that a removal changes too:
 * a removal locks the user first and their rows after, so the opposite order may deadlock.
 * @returns the ids of those who exist and are neither removed nor set aside
 */
export async function lockUsers(tx: Transaction, userIds: string[]): Promise<Set<string>> {
  const present = query
    .selectFrom('users')
    .where('id', 'in', userIds)
    .where(isPresent)
    .where('set_aside_at', 'is', null)
  const rows = await run(tx, present.select('id').orderBy('id').forKeyShare())
  return new Set(rows.map(row => row.id))
}
