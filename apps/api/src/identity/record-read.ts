import type { Database } from '@second-ring/database'
import { type AuditSubject, type HourlyAction, recordHourly } from '#platform/audit.ts'
import type { Caller } from './caller.ts'

/**
 * Writes into the audit that an admin read what is about other users, once an hour for each admin and subject. Nothing is
 * written of others, who read what is theirs.
 * @param subject the user or order that was read; the admin themself for a list
 */
export async function recordRead(
  database: Database,
  caller: Caller,
  { action, subject }: { action: Extract<HourlyAction, `read.${string}`>; subject?: AuditSubject },
): Promise<void> {
  if (caller.role !== 'ADMIN') return
  const read = subject ?? { type: 'user', id: caller.id }
  await recordHourly(database, { actorId: caller.id, action, subject: read })
}
