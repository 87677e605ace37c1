import {
  DELETION_GRACE_DAYS,
  type RequestDeletionInput,
  type RequestDeletionOutput,
} from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import { query, run, type Transaction } from '@second-ring/database'
import { endSessions } from '#accounts/end-sessions.ts'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'
import { hideListings } from '#listings/hide-listings.ts'
import { recordMail } from '#mails/record-mail.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endOpenDeals } from './end-open-deals.ts'
import { obstacleToDeletion } from './money-in-flight.ts'

/**
 * Begins the deletion of the caller's account. At once their listings are hidden, their unpaid bookings end on either side,
 * their places on waiting lists and their other sessions too, and they can only read; after seven days a job removes them. Asked for again it is what
 * it was. Nobody leaves while money is in flight, or the market has money of theirs.
 * @throws DomainError FORBIDDEN (an admin), CONFLICT (money is in flight), UNAUTHENTICATED (removed or suspended meanwhile), TOO_MANY_REQUESTS
 */
export async function requestDeletion(
  platform: Platform,
  caller: Caller,
  _input: RequestDeletionInput,
): Promise<RequestDeletionOutput> {
  authorize(caller, 'account.delete')
  const { id: userId } = caller
  await platform.rateLimits.countAccount('changeAccount', userId)
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockRemovals(tx)
      const before = await lockUser(tx, userId)
      if (before.deletesAt) return { deletesAt: before.deletesAt.toISOString() }
      const { operatorEmail } = platform
      const obstacle = await obstacleToDeletion(tx, { userId, operatorEmail })
      if (obstacle !== null) throw new DomainError('CONFLICT', obstacle)
      const deletesAt = await setTime(tx, userId)
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: userId, action: 'account.request-deletion', subject })
      const message = `Your account is deleted on ${inUtc(deletesAt)}. Until then you can keep it: log in again, or choose “Keep my account” where you are still logged in.`
      await recordMail(tx, { userId, kind: 'deletion-requested', message })
      await endSessions(tx, { userId, except: caller.sessionId, reason: 'ENDED_ELSEWHERE' })
      await endOpenDeals(tx, platform, {
        userId,
        actorId: userId,
        happened: 'is being deleted',
        takeListings: () => hideListings(tx, userId),
      })
      return { deletesAt: deletesAt.toISOString() }
    }),
  )
}

/** Locks the user against bookings, posts and payments, whose triggers and statements share a lock on them. */
async function lockUser(tx: Transaction, userId: string): Promise<{ deletesAt: Date | null }> {
  // Of a user who was made an admin meanwhile there is no row.
  const known = query.selectFrom('users').where('id', '=', userId).where(isPresent)
  const present = known.where('suspended_at', 'is', null)
  const [user] = await run(tx, present.where('role', '<>', 'ADMIN').select('deletes_at as deletesAt').forUpdate())
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed or suspended, or its role was changed.')
  return user
}

async function setTime(tx: Transaction, userId: string): Promise<Date> {
  const deletesAt = fromNow(`${DELETION_GRACE_DAYS} days`)
  const leaving = query
    .updateTable('users')
    .set({ deletion_requested_at: now, deletes_at: deletesAt })
    .where('id', '=', userId)
    .returning('deletes_at as deletesAt')
  const [user] = await run(tx, leaving)
  if (!user?.deletesAt) throw new Error(`User ${userId} was not locked`)
  return user.deletesAt
}
