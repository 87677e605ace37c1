import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DB } from './generated/kysely/tables.ts'

/**
 * Writes SQL whose tables, columns and rows the compiler checks, for what Prisma cannot say or is too slow for. It has no
 * connection: `run` sends what it compiles.
 */
export const query = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: kysely => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export type { DB as Tables } from './generated/kysely/tables.ts'
