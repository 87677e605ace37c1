import { query, run, type Transaction } from '@second-ring/database'

/**
 * Keeps people from being removed until the transaction's end. To be called before anything is changed that a removal
 * changes too: it takes the person first and what is theirs after, and whoever does it the other way round may wait for
 * it in a circle.
 * @returns those who are there
 */
export async function lockUsersInUse(tx: Transaction, userIds: string[]): Promise<Set<string>> {
  const present = query.selectFrom('users').where('id', 'in', userIds).where('deleted_at', 'is', null)
  const rows = await run(tx, present.select('id').orderBy('id').forKeyShare())
  return new Set(rows.map(row => row.id))
}
