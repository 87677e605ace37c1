import type pg from 'pg'
import type { Prisma, PrismaClient } from './generated/client.ts'

/** The pool of each database that `createDatabase` has made; a transaction has a connection of its own, and none. */
export const pools = new WeakMap<PrismaClient | Prisma.TransactionClient, pg.Pool>()

/**
 * The pool under a database, for what is neither Prisma's nor Kysely's: rate limits, metrics, health, and the tests of
 * connections. Use cases may not import it.
 * @throws Error when the database was not made by `createDatabase`
 */
export function poolOf(database: PrismaClient): pg.Pool {
  const pool = pools.get(database)
  if (!pool) throw new Error('This database was not made by createDatabase')
  return pool
}
