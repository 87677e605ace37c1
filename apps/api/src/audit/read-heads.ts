import type { Database } from '@second-ring/database'
import type { AuditHead } from '#platform/audit-heads.ts'

/** The database's own heads, oldest first: those after a number, or the newest. */
export async function readHeads(
  database: Database,
  part: { after: number; limit: number } | { newest: number },
): Promise<AuditHead[]> {
  const rows =
    'newest' in part
      ? (await database.auditHead.findMany({ orderBy: { number: 'desc' }, take: part.newest })).toReversed()
      : await database.auditHead.findMany({
          where: { number: { gt: part.after } },
          orderBy: { number: 'asc' },
          take: part.limit,
        })
  return rows.map(({ entries, at, runningSince, ...head }) => ({
    ...head,
    entries: Number(entries),
    at: at.toISOString(),
    runningSince: runningSince.toISOString(),
  }))
}
