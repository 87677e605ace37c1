import { DomainError } from '@second-ring/contracts/errors'
import { SESSION_MAX_DAYS, SESSION_UNUSED_DAYS } from '@second-ring/contracts/limits'
import { type Database, query, run, type SessionEnd, type Transaction } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'
import { sessionEnded } from '#identity/session-ended.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import { recordAction } from '#platform/audit.ts'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { mailNewSignIn } from './mail-new-sign-in.ts'
import { rejectSuspended } from './reject-suspended.ts'

const endedBefore = () => new DomainError('SESSION_ENDED', 'This sign-in has ended. Sign in again to go on.')

type Site = Pick<Platform, 'operatorEmail'>

export interface SignIn {
  userId: string
  /** When the person signed in at the identity provider, in whole seconds; null without a provider. */
  signedInAt: Date | null
  from?: SessionOrigin | undefined
  /** The session of an access token, of any age, that was shown beside the sign-in. */
  heldSessionId?: string | null | undefined
  /** Whether the client will show no token when it asks for the next one. */
  lapses?: boolean | undefined
}

/**
 * Renews the session of a sign-in for whoever holds an access token of it, and begins another one for everyone else: the
 * provider tells two sign-ins within a second apart by nothing. Of a sign-in of which a session was ended none begins any more. A
 * session that was not used for 30 days has expired, and so has a sign-in of 180 days ago.
 * @returns the session's id
 * @throws DomainError SESSION_ENDED (this session, or all from before a time; expired), ACCOUNT_SUSPENDED, UNAUTHENTICATED (deleted)
 */
export async function beginSession(tx: Transaction, platform: Site, signIn: SignIn): Promise<string> {
  // Whoever ends all sessions waits for this one, or this one sees that they ended.
  const owner = query
    .selectFrom('users')
    .where('id', '=', signIn.userId)
    .where(isPresent)
    .select(['sessions_ended_at as endedAt', 'suspension_reason as suspensionReason'])
    .select([ago(`${SESSION_MAX_DAYS} days`).as('oldestSignIn'), ago(`${SESSION_UNUSED_DAYS} days`).as('unusedSince')])
    .forShare()
  const [user] = await run(tx, owner)
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  rejectSuspended(platform, user)
  if (isBefore(signIn.signedInAt, user.oldestSignIn)) throw sessionEnded('EXPIRED')
  const renewed = await renewSession(tx, signIn, user.unusedSince)
  if (renewed !== null) return renewed
  if (signIn.signedInAt !== null) await rejectEnded(tx, signIn, user.endedAt)
  if (isFromBefore(signIn, user.endedAt)) throw endedBefore()
  const { userId, signedInAt, lapses = false, from } = signIn
  const insert = query
    .insertInto('sessions')
    .values({ user_id: userId, signed_in_at: signedInAt, lapses, ...from })
    .returning('id')
  const [begun] = await run(tx, insert)
  if (!begun) throw new Error('The session of this sign-in was not stored.')
  await recordAction(tx, { actorId: userId, action: 'account.sign-in', subject: { type: 'user', id: userId } })
  await mailNewSignIn(tx, { sessionId: begun.id, userId, from })
  return begun.id
}

/**
 * Rejects a sign-in of which a session has ended, or that is from before the end of all: it reads and changes nothing more.
 * @throws DomainError SESSION_ENDED
 */
export async function rejectEndedSignIn(database: Database, signIn: SignIn): Promise<void> {
  const user = await database.user.findUnique({ where: { id: signIn.userId }, select: { sessionsEndedAt: true } })
  const endedAt = user?.sessionsEndedAt ?? null
  if (await rejectEnded(database, signIn, endedAt)) return
  if (isFromBefore(signIn, endedAt)) throw endedBefore()
}

/** Ends after which the same second is one of new sign-ins: by the time alone, or by what the provider dates in seconds too. */
const passing: SessionEnd[] = ['EXPIRED', 'PASSWORD_CHANGED', 'EMAIL_CHANGED']

/**
 * Rejects a sign-in of which a session was ended, or of which the latest has expired: a copy of it looks the same.
 * @param endedAt when all sessions of the user were ended last
 * @returns whether it has a session
 */
async function rejectEnded(on: Transaction | Database, signIn: SignIn, endedAt: Date | null): Promise<boolean> {
  const sessions = query
    .selectFrom('sessions')
    .where('user_id', '=', signIn.userId)
    .where('signed_in_at', '=', signIn.signedInAt)
    .select('end_reason as endReason')
    .select(({ eb }) =>
      eb('renewed_at', '<', ago(`${SESSION_UNUSED_DAYS} days`))
        .$castTo<boolean>()
        .as('isUnused'),
    )
    // What somebody has ended comes first.
    .orderBy(({ eb, fn, val }) => eb(fn.coalesce('end_reason', val('EXPIRED')), 'not in', passing), 'desc')
    .orderBy('renewed_at', 'desc')
    .limit(1)
  const [session] = await run(on, sessions)
  if (!session) return false
  const { endReason, isUnused } = session
  const isPassing = endReason === null || passing.includes(endReason)
  if (endReason !== null && (!isPassing || isFromBefore(signIn, endedAt))) throw sessionEnded(endReason)
  if (isUnused) throw sessionEnded('EXPIRED')
  return true
}

async function renewSession(tx: Transaction, signIn: SignIn, unusedSince: Date): Promise<string | null> {
  const { userId, signedInAt, heldSessionId = null, lapses = false, from } = signIn
  if (signedInAt !== null && heldSessionId === null) return null
  const own = query.selectFrom('sessions').where('user_id', '=', userId)
  const known =
    signedInAt === null
      ? own.where('signed_in_at', 'is', null).where('ended_at', 'is', null)
      : own.where('signed_in_at', '=', signedInAt).where('id', '=', heldSessionId)
  const [session] = await run(
    tx,
    known.select(['id', 'end_reason as endReason', 'renewed_at as renewedAt']).orderBy('id', 'desc').limit(1),
  )
  if (!session) return null
  if (session.endReason !== null) throw sessionEnded(session.endReason)
  if (session.renewedAt < unusedSince) throw sessionEnded('EXPIRED')
  const renewal = query
    .updateTable('sessions')
    .set({ renewed_at: now, ...from, ...(!lapses && { lapses }) })
    .where('id', '=', session.id)
  await run(tx, renewal)
  return session.id
}

function isBefore(signedInAt: Date | null, oldest: Date): boolean {
  return signedInAt !== null && signedInAt < oldest
}

// The provider counts in whole seconds: a sign-in within the second of the end is one after it.
function isFromBefore({ signedInAt }: SignIn, endedAt: Date | null): boolean {
  if (signedInAt === null || endedAt === null) return false
  return signedInAt.getTime() < Math.floor(endedAt.getTime() / 1000) * 1000
}
