import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DB } from './generated/kysely/tables.ts'

/** All tables, with the columns whose types Prisma does not know: words to search in, and queries for them, as text. */
export type Tables = DB & { listing_search: { search: string }; saved_searches: { query: string | null } }

/**
 * Writes SQL whose tables, columns and rows the compiler checks, for what Prisma cannot say or is too slow for. It has no
 * connection: `run` sends what it compiles.
 */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: kysely => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
