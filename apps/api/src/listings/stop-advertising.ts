import { DomainError } from '@second-ring/contracts/errors'
import type { StopAdvertisingInput } from '@second-ring/contracts/listings/change-listing'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Takes the caller's listing off Home; it stays in its category.
 * @throws DomainError FORBIDDEN, NOT_FOUND (not advertised, gone, or another's)
 */
export async function stopAdvertising(
  { database }: Platform,
  caller: Caller,
  { listingId }: StopAdvertisingInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'listing.advertise')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { count } = await tx.listing.updateMany({
        where: { id: listingId, sellerId: caller.id, state: { not: 'REMOVED' }, advertisedAt: { not: null } },
        data: { advertisedAt: null },
      })
      if (count !== 1) throw new DomainError('NOT_FOUND', 'You have no such advertised product.')
      const subject = { type: 'listing', id: listingId } as const
      await recordAction(tx, { actorId: caller.id, action: 'listing.stop-advertising', subject })
      return { listingId }
    }),
  )
}
