import { closeDatabase, createDatabase, type Database, type DatabaseOptions } from '@second-ring/database'
import type { Terminal } from './command.ts'

/**
 * Works on the product's database, and closes it.
 * @throws Error when DATABASE_URL is not set
 */
export async function withDatabase<Result>(
  { env }: Terminal,
  work: (database: Database) => Promise<Result>,
  options: DatabaseOptions = {},
): Promise<Result> {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is missing: set it to the product’s database')
  const database = createDatabase(env.DATABASE_URL, { applicationName: 'second-ring-cli', poolSize: 2, ...options })
  try {
    return await work(database)
  } finally {
    await closeDatabase(database)
  }
}
