import type { CancelDeletionOutput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent, presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockRemovals } from './lock-removals.ts'

/**
 * Keeps the caller's account after all: their hidden listings are for sale again, but for those whose category was retired
 * meanwhile. What ended with the request, such as bookings, does not come back.
 * @throws DomainError FORBIDDEN, CONFLICT (the time for it has run out), UNAUTHENTICATED (removed meanwhile), TOO_MANY_REQUESTS
 */
export async function cancelDeletion(
  { database, rateLimits }: Platform,
  caller: Caller,
): Promise<CancelDeletionOutput> {
  authorize(caller, 'account.delete')
  const { id: userId } = caller
  await rateLimits.countAccount('changeAccount', userId)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await lockRemovals(tx)
      if (!(await clearTime(tx, userId))) return { changed: false }
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: userId, action: 'account.cancel-deletion', subject })
      await showListings(tx, userId)
      return { changed: true }
    }),
  )
}

async function clearTime(tx: Transaction, userId: string): Promise<boolean> {
  const present = query.updateTable('users').where('id', '=', userId).where(isPresent)
  const inTime = present.where('deletes_at', '>', now).set({ deletion_requested_at: null, deletes_at: null })
  if ((await run(tx, inTime.returning('id'))).length === 1) return true
  const user = await tx.user.findFirst({ where: { id: userId, ...presentUser }, select: { deletesAt: true } })
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (user.deletesAt) throw new DomainError('CONFLICT', 'The time to keep your account has run out.')
  return false
}

async function showListings(tx: Transaction, sellerId: string): Promise<void> {
  const posts = query.selectFrom('listings').where('seller_id', '=', sellerId).where('hidden_at', 'is not', null)
  const categories = query.selectFrom('categories').where('id', 'in', posts.select('category_id'))
  // Locked, so that none is retired before its phones are back.
  const open = await run(tx, categories.where('retired_at', 'is', null).select('id').orderBy('id').forShare())
  const hidden = query.updateTable('listings').where('seller_id', '=', sellerId).where('hidden_at', 'is not', null)
  if (open.length > 0) {
    const ids = open.map(({ id }) => id)
    await run(tx, hidden.where('category_id', 'in', ids).set({ state: 'AVAILABLE', hidden_at: null, updated_at: now }))
  }
  await run(tx, hidden.set({ hidden_at: null }))
}
