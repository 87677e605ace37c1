import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { sessionEnded } from '#identity/session-ended.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import { now } from '#platform/database-clock.ts'
import { mailNewSignIn } from './mail-new-sign-in.ts'

export interface SignIn {
  userId: string
  /** When the person signed in at the identity provider, in whole seconds; null without a provider. */
  signedInAt: Date | null
  from?: SessionOrigin | undefined
}

/**
 * Begins the session of a sign-in, or renews the one that it has.
 * @returns the session's id
 * @throws DomainError SESSION_ENDED (this session, or all from before a time), UNAUTHENTICATED (deleted)
 */
export async function beginSession(database: Database, signIn: SignIn): Promise<string> {
  return database.$transaction(async tx => {
    // Whoever ends all sessions waits for this one, or this one sees that they ended.
    const owner = query
      .selectFrom('users')
      .where('id', '=', signIn.userId)
      .where('deleted_at', 'is', null)
      .select('sessions_ended_at as endedAt')
      .forShare()
    const [user] = await run(tx, owner)
    if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
    const renewed = await renewSession(tx, signIn)
    if (renewed !== null) return renewed
    if (isFromBefore(signIn, user.endedAt)) {
      throw new DomainError('SESSION_ENDED', 'This sign-in has ended. Sign in again to go on.')
    }
    const { userId, signedInAt } = signIn
    const insert = query
      .insertInto('sessions')
      .values({ user_id: userId, signed_in_at: signedInAt, ...signIn.from })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
    const [begun] = await run(tx, insert)
    if (begun) await mailNewSignIn(tx, { sessionId: begun.id, ...signIn })
    const id = begun?.id ?? (await renewSession(tx, signIn))
    if (id === null) throw new Error('The session of this sign-in is neither new nor there.')
    return id
  })
}

async function renewSession(tx: Transaction, signIn: SignIn): Promise<string | null> {
  const { userId, signedInAt } = signIn
  const known = query
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('signed_in_at', signedInAt === null ? 'is' : '=', signedInAt)
    .where('end_reason', 'is distinct from', 'SIGNED_OUT')
    .$if(signedInAt === null, found => found.where('ended_at', 'is', null))
    .select(['id', 'end_reason as endReason'])
    .orderBy('id', 'desc')
    .limit(1)
  const [session] = await run(tx, known)
  if (!session) return null
  if (session.endReason !== null) throw sessionEnded(session.endReason)
  const renewal = query
    .updateTable('sessions')
    .set({ renewed_at: now, ...signIn.from })
    .where('id', '=', session.id)
  await run(tx, renewal)
  return session.id
}

// The provider counts in whole seconds: a sign-in within the second of the end is one after it.
function isFromBefore({ signedInAt }: SignIn, endedAt: Date | null): boolean {
  if (signedInAt === null || endedAt === null) return false
  return signedInAt.getTime() < Math.floor(endedAt.getTime() / 1000) * 1000
}
