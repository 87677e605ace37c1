import { DomainError } from '@second-ring/contracts/errors'
import { SESSION_MAX_DAYS, SESSION_UNUSED_DAYS } from '@second-ring/contracts/limits'
import { type Database, query, run, type Transaction } from '@second-ring/database'
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
}

/**
 * Begins the session of a sign-in, or renews the one that it has. A session that was not used for 30 days has expired, and so has
 * a sign-in of 180 days ago.
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
  if (isFromBefore(signIn, user.endedAt)) {
    throw endedBefore()
  }
  const { userId, signedInAt } = signIn
  const insert = query
    .insertInto('sessions')
    .values({ user_id: userId, signed_in_at: signedInAt, ...signIn.from })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
  const [begun] = await run(tx, insert)
  if (begun) {
    await recordAction(tx, { actorId: userId, action: 'account.sign-in', subject: { type: 'user', id: userId } })
    await mailNewSignIn(tx, { sessionId: begun.id, ...signIn })
  }
  const id = begun?.id ?? (await renewSession(tx, signIn, user.unusedSince))
  if (id === null) throw new Error('The session of this sign-in is neither new nor there.')
  return id
}

/**
 * Rejects a sign-in whose session has ended, or that is from before the end of all: it reads and changes nothing more.
 * @throws DomainError SESSION_ENDED
 */
export async function rejectEndedSignIn(database: Database, signIn: SignIn): Promise<void> {
  const session = await database.session.findFirst({
    where: { userId: signIn.userId, signedInAt: signIn.signedInAt },
    select: { endReason: true },
    orderBy: { id: 'desc' },
  })
  if (session?.endReason) throw sessionEnded(session.endReason)
  if (session) return
  const user = await database.user.findUnique({ where: { id: signIn.userId }, select: { sessionsEndedAt: true } })
  if (isFromBefore(signIn, user?.sessionsEndedAt ?? null)) throw endedBefore()
}

async function renewSession(tx: Transaction, signIn: SignIn, unusedSince: Date): Promise<string | null> {
  const { userId, signedInAt } = signIn
  const known = query
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('signed_in_at', signedInAt === null ? 'is' : '=', signedInAt)
    .$if(signedInAt === null, found => found.where('ended_at', 'is', null))
    .select(['id', 'end_reason as endReason', 'renewed_at as renewedAt'])
    .orderBy('id', 'desc')
    .limit(1)
  const [session] = await run(tx, known)
  if (!session) return null
  if (session.endReason !== null) throw sessionEnded(session.endReason)
  if (session.renewedAt < unusedSince) throw sessionEnded('EXPIRED')
  const renewal = query
    .updateTable('sessions')
    .set({ renewed_at: now, ...signIn.from })
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
