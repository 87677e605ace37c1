import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'

interface JobRow {
  id: string
  name: string
  state: string
  data: unknown
  output: unknown
  start_after: Date
}

/** Like `query`, with the tables that the job queue makes when the server first starts. */
export const queueQuery = query.withTables<{ 'pgboss.job': JobRow }>()

/** Whether the job queue has been made. */
export async function hasQueue(database: Database): Promise<boolean> {
  const isThere = sql<boolean>`to_regclass('pgboss.job') IS NOT NULL`
  const [row] = await run(database, query.selectNoFrom(isThere.as('isThere')))
  return row?.isThere === true
}
