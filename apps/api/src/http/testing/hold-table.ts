import type { Database } from '@second-ring/database'

/** Everyone who comes to a table waits, until it is let go. */
export interface HeldTable {
  /** How many are waiting. */
  waiting(): Promise<number>
  release(): Promise<void>
}

const MINUTE_MS = 60_000

/** Holds a table, so that a request stays in flight for exactly as long as a test wants. */
export async function holdTable(database: Database, table: 'categories' | 'orders' | 'users'): Promise<HeldTable> {
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = database.$transaction(
    async tx => {
      await tx.$executeRawUnsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
      held.resolve()
      await letGo.promise
    },
    { timeout: MINUTE_MS },
  )
  holding.catch(held.reject)
  await held.promise
  return {
    async waiting() {
      const [row] = await database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_locks WHERE NOT granted AND database =
          (SELECT oid FROM pg_database WHERE datname = current_database())`
      return row?.count ?? 0
    },
    async release() {
      letGo.resolve()
      await holding
    },
  }
}
