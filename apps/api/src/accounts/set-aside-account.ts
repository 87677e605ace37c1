import { randomUUID } from 'node:crypto'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { endFactor } from '#factor/end-factor.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { endSessions } from './end-sessions.ts'

/** Why an account is set aside, as the audit says it. */
export const PROVEN_BY_ANOTHER = 'The email was proven by somebody else'
export const LEFT = 'Its sign-in is gone, and somebody signed up with its email'

/**
 * Sets an account aside whose email nobody has proven, for whoever has, or when its sign-in is gone. Nobody signs in to it any more and its access
 * tokens open nothing. A job of the same transaction ends its unpaid bookings and takes its unsold phones off the market. Its
 * paid orders stay as they are, on the admins' list.
 * @returns false when it was proven, set aside or removed meanwhile
 */
export async function setAsideAccount(
  tx: Transaction,
  { jobs }: Pick<Platform, 'jobs'>,
  userId: string,
  reason: string,
): Promise<boolean> {
  const setAside = query
    .updateTable('users')
    .set(({ ref }) => ({
      set_aside_at: now,
      set_aside_email: ref('email'),
      email: null,
      // No provider gives such an id.
      identity_uid: `set-aside:${randomUUID()}`,
      role: sql`CASE role WHEN 'ADMIN' THEN 'SELLER' ELSE role END`,
      verified_at: null,
      email_before: null,
      email_left_at: null,
      sign_ins: [],
    }))
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where(isPresent)
    .where('set_aside_at', 'is', null)
    .returning('id')
  const [changed] = await run(tx, setAside)
  if (!changed) return false
  await endSessions(tx, { userId, reason: 'EMAIL_CLAIMED' })
  await endFactor(tx, userId)
  await jobs.enqueue(tx, 'accounts.end-deals', { userId })
  await recordAction(tx, { actorId: null, action: 'account.set-aside', subject: { type: 'user', id: userId }, reason })
  return true
}

/**
 * Takes the sign-in from an account whose proven email is another one: the identity provider has given that sign-in to the
 * owner of the email that it was changed to. It keeps its own email, with which its owner, who is notified, signs up again.
 */
export async function takeSignIn(tx: Transaction, userId: string, identityUid: string): Promise<void> {
  const taken = { identityUid: `given-up:${randomUUID()}`, identityValidSince: null, signIns: [] }
  const where = { id: userId, identityUid, emailVerifiedAt: { not: null }, ...presentUser }
  const { count } = await tx.user.updateMany({ where, data: taken })
  if (count === 0) return
  await endSessions(tx, { userId, reason: 'EMAIL_CLAIMED' })
  const subject = { type: 'user', id: userId } as const
  await recordAction(tx, { actorId: null, action: 'account.lose-sign-in', subject, reason: PROVEN_BY_ANOTHER })
  const message =
    'Your login was changed to another email, and whoever owns that one has taken it. All sessions have ended. Your account is still here: sign up again with its own email, and prove it.'
  await notifyUser(tx, { userId, kind: 'account-security', message, mailKind: 'sign-in-taken' })
}
