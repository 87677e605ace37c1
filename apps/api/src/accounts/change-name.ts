import type { ChangeNameInput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Changes the name of the caller's account, which listings show at once; each is checked again, as if it were edited. The audit has no names, so that nothing of a
 * removed user is left in it. A verified seller was checked under the name of before: the tick goes.
 * @throws DomainError FORBIDDEN, UNAUTHENTICATED (removed meanwhile), TOO_MANY_REQUESTS
 */
export async function changeName(
  { database, rateLimits, jobs }: Platform,
  caller: Caller,
  { name }: ChangeNameInput,
): Promise<{ name: string }> {
  authorize(caller, 'account.change-name')
  await rateLimits.countAccount('changeAccount', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const own = query.selectFrom('users').where('id', '=', caller.id).where(isPresent)
      const active = own.where('deletes_at', 'is', null).where('suspended_at', 'is', null)
      const [before] = await run(tx, active.select(['name', 'verified_at as verifiedAt']).forNoKeyUpdate())
      if (!before) {
        throw new DomainError('UNAUTHENTICATED', 'Your account was removed or suspended, or is about to be.')
      }
      if (before.name === name) return { name }
      await tx.user.updateMany({ where: { id: caller.id }, data: { name, verifiedAt: null } })
      const subject = { type: 'user', id: caller.id } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.change-name', subject })
      for (const listingId of await postsOf(tx, caller.id)) {
        await jobs.enqueue(tx, 'listings.check-price', { listingId })
      }
      if (before.verifiedAt !== null) await endVerification(tx, caller.id)
      return { name }
    }),
  )
}

/** What an account has for sale or booked, of which it may have so many (`livePosts`). */
async function postsOf(tx: Transaction, sellerId: string): Promise<string[]> {
  const own = query.selectFrom('listings').where('seller_id', '=', sellerId)
  const rows = await run(tx, own.where('state', 'in', ['AVAILABLE', 'RESERVED']).select('id'))
  return rows.map(({ id }) => id)
}

async function endVerification(tx: Transaction, userId: string): Promise<void> {
  const reason = 'The name was changed'
  await recordAction(tx, { actorId: null, action: 'account.unverify', subject: { type: 'user', id: userId }, reason })
  const message =
    'You are no verified seller any more, because you changed your name. An admin can verify you again under the new one.'
  await notifyUser(tx, { userId, kind: 'account', message, mailKind: 'unverified' })
}
