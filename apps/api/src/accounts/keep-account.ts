import { query, run, type Transaction } from '@second-ring/database'
import { isPresent } from '#identity/present-user.ts'
import { showListings } from '#listings/hide-listings.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'

const KEPT =
  'You logged in, so your account will not be deleted, and what you had for sale is back. What ended with your request, such as bookings, does not come back. Do you still want to leave? Ask for the deletion again on your account’s page. Was it not you who logged in? Change your password there.'

interface Keeping {
  userId: string
  /** A session that must be younger than the request. */
  sessionId?: string
}

/**
 * Keeps an account that is about to be deleted, because its owner signed in again. The session in which they asked for the
 * deletion keeps nothing by its renewals. Whoever calls this has locked removals.
 * @returns whether it was about to be deleted
 */
export async function keepBySignIn(tx: Transaction, signIn: Required<Keeping>): Promise<boolean> {
  if (!(await keepAccount(tx, signIn))) return false
  const { userId } = signIn
  await notifyUserOfLatest(tx, { userId, kind: 'account-security', message: KEPT, mailKind: 'deletion-cancelled' })
  return true
}

/**
 * Takes back what a user asked for: the deletion of their account. Their hidden listings are for sale again, but for those whose
 * category was retired meanwhile. Whoever calls this has locked removals.
 * @returns `false` where nothing is taken back: none was asked for, its time has come, or the user is removed or suspended
 */
export async function keepAccount(tx: Transaction, { userId, sessionId }: Keeping): Promise<boolean> {
  const free = query.updateTable('users').where('id', '=', userId).where(isPresent).where('suspended_at', 'is', null)
  const begun = query
    .selectFrom('sessions')
    .where('id', '=', sessionId ?? null)
    .select('created_at')
  const keeping = free
    .where('deletes_at', '>', now)
    .$if(sessionId !== undefined, leaving => leaving.where('deletion_requested_at', '<', begun))
    .set({ deletion_requested_at: null, deletes_at: null })
    .returning('id')
  if ((await run(tx, keeping)).length === 0) return false
  const subject = { type: 'user', id: userId } as const
  await recordAction(tx, { actorId: userId, action: 'account.cancel-deletion', subject })
  await showListings(tx, userId)
  return true
}
