import { query, run, type Transaction } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'

/**
 * Locks users against removal until the transaction's end. Call it before changing anything that a removal changes too:
 * a removal locks the user first and their rows after, so the opposite order may deadlock.
 * @returns the ids of those who exist and are neither removed, set aside nor suspended
 */
export async function lockUsers(tx: Transaction, userIds: string[]): Promise<Set<string>> {
  const present = query
    .selectFrom('users')
    .where('id', 'in', userIds)
    .where(isPresent)
    .where('set_aside_at', 'is', null)
  // Suspended users are locked too: a removal of theirs waits as any other.
  const locking = present.select(['id', 'suspended_at as suspendedAt']).orderBy('id').forKeyShare()
  const rows = await run(tx, locking)
  return new Set(rows.filter(row => row.suspendedAt === null).map(row => row.id))
}
