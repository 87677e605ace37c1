import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'

/** Holds a named lock until the transaction's end: concurrent transactions that take the same one go one after the other. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  // As text: `void` is no type that a row of Prisma's can have.
  await run(tx, query.selectNoFrom(sql<string>`pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`.as('locked')))
}

/** The same without waiting. @returns false when another transaction holds it */
export async function tryLockName(tx: Transaction, name: string): Promise<boolean> {
  const isLocked = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`
  const [row] = await run(tx, query.selectNoFrom(isLocked.as('isLocked')))
  return row?.isLocked === true
}
