import type { AuditFilter } from '@second-ring/contracts/audit/audit-entry'
import type { Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'

/** Writes into the audit that an admin downloads it, with what they asked for. */
export async function recordExport({ database }: Platform, { id }: Caller, filter: AuditFilter): Promise<void> {
  const asked = Object.entries(filter).map(([name, value]) => `${name} ${value}`)
  const reason = asked.length > 0 ? asked.join(', ') : 'all of it'
  const subject = { type: 'user', id } as const
  await database.$transaction(tx => recordAction(tx, { actorId: id, action: 'audit.export', subject, reason }))
}
