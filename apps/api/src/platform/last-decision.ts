import type { Decision } from '@second-ring/contracts/accounts/user-details'
import type { Database } from '@second-ring/database'
import type { AuditedAction } from './audit.ts'

/** Who did one of these to a user last, when and why, by the audit; null when nobody has. */
export async function lastDecision(
  database: Database,
  userId: string,
  actions: AuditedAction['action'][],
): Promise<Decision | null> {
  const entry = await database.auditEntry.findFirst({
    where: { subjectType: 'user', subjectId: userId, action: { in: actions } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { at: true, actorId: true, reason: true },
  })
  if (!entry) return null
  const { at, actorId, reason } = entry
  const actor = actorId && (await database.user.findUnique({ where: { id: actorId }, select: { name: true } }))
  return { at: at.toISOString(), byId: actorId, byName: actor ? actor.name : '', reason }
}

/** Who froze the payouts to a user, when and why; null unless they are frozen. */
export async function readPayoutFreeze(database: Database, userId: string): Promise<Decision | null> {
  const user = await database.user.findUnique({ where: { id: userId }, select: { payoutsFrozenAt: true } })
  if (!user?.payoutsFrozenAt) return null
  const unknown = { at: user.payoutsFrozenAt.toISOString(), byId: null, byName: '', reason: null }
  return (await lastDecision(database, userId, ['payout.freeze'])) ?? unknown
}
