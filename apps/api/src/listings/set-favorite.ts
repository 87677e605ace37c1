import { DomainError } from '@second-ring/contracts/errors'
import { FAVORITES_MAX, type SetFavoriteInput } from '@second-ring/contracts/listings/favorites'
import type { Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'

/**
 * Adds a listing to the caller's favourites, or removes it.
 * @throws DomainError NOT_FOUND (no such listing), CONFLICT (no room for more)
 */
export async function setFavorite(
  { database }: Platform,
  caller: Caller,
  { listingId, favorite }: SetFavoriteInput,
): Promise<SetFavoriteInput> {
  authorize(caller, 'listing.favorite')
  return rejectRemovedUser(
    database.$transaction(tx =>
      withIdempotency(tx, caller, async () => {
        if (favorite) await addFavorite(tx, caller, listingId)
        else await tx.favorite.deleteMany({ where: { userId: caller.id, listingId } })
        return { listingId, favorite }
      }),
    ),
  )
}

async function addFavorite(tx: Transaction, caller: Caller, listingId: string): Promise<void> {
  const listing = await tx.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: { id: true },
  })
  if (!listing) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  await requireRoom(tx, caller)
  await tx.favorite.createMany({ data: { userId: caller.id, listingId }, skipDuplicates: true })
}

// One at a time for each user: concurrent calls would all see room for one more.
async function requireRoom(tx: Transaction, caller: Caller): Promise<void> {
  await lockName(tx, `second-ring/favorites/${caller.id}`)
  if ((await tx.favorite.count({ where: { userId: caller.id } })) >= FAVORITES_MAX) {
    throw new DomainError('CONFLICT', `You can keep ${FAVORITES_MAX} favorites. Take one out first.`)
  }
}
