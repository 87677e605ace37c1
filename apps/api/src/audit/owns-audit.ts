import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'

/** Whether this connection's role owns the audit's tables, or may act as who does: it could change them past the triggers. */
export async function ownsAudit(database: Database): Promise<boolean> {
  const owner = sql<string>`(SELECT relowner FROM pg_class WHERE oid = 'audit_entries'::regclass)`
  const [row] = await run(database, query.selectNoFrom(sql<boolean>`pg_has_role(${owner}, 'MEMBER')`.as('isOwner')))
  return row?.isOwner === true
}
