import type { AuditEntry, ListAuditInput } from '@second-ring/contracts/audit/audit-entry'
import { authorize, type Caller } from '#identity/caller.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The audit's entries, newest first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listAudit({ database }: Platform, caller: Caller, input: ListAuditInput) {
  authorize(caller, 'audit.read')
  const list = ['audit', input.action, input.involving, input.from, input.until]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const { action, involving, from, until } = input
  const rows = await database.auditEntry.findMany({
    where: {
      AND: [
        action ? { action: { startsWith: action.replaceAll(/[\\%_]/g, '\\$&') } } : {},
        involving === undefined ? {} : { OR: [{ actorId: involving }, { subjectId: involving }] },
        from === undefined ? {} : { at: { gte: new Date(from) } },
        until === undefined ? {} : { at: { lt: new Date(until) } },
        after ? { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] } : {},
      ],
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  const actorIds = [...new Set(rows.flatMap(row => row.actorId ?? []))]
  const actors = await database.user.findMany({ where: { id: { in: actorIds } }, select: { id: true, name: true } })
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.at, id: row.id }),
    toItem: ({ at, ...row }): AuditEntry => ({
      ...row,
      actorName: names.get(row.actorId ?? '') ?? '',
      at: at.toISOString(),
    }),
  })
}
