import { DomainError } from '@second-ring/contracts/errors'
import type { RemoveListingInput } from '@second-ring/contracts/listings/change-listing'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { transitionListing } from './listing-transitions.ts'

/**
 * Takes the caller's available listing off the market.
 * @throws DomainError FORBIDDEN, NOT_FOUND (gone, or another's), LISTING_NOT_AVAILABLE (booked or sold)
 */
export async function removeListing(
  { database }: Platform,
  caller: Caller,
  { listingId }: RemoveListingInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'listing.remove')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const mine = { id: listingId, sellerId: caller.id }
      if (!(await transitionListing(tx, { from: 'AVAILABLE', to: 'REMOVED', where: mine }))) {
        const existing = await tx.listing.findFirst({
          where: { ...mine, state: { not: 'REMOVED' } },
          select: { id: true },
        })
        if (!existing) throw new DomainError('NOT_FOUND', 'You have no such product.')
        throw new DomainError('LISTING_NOT_AVAILABLE', 'This product is booked or sold, so it cannot be removed.')
      }
      await recordAction(tx, {
        actorId: caller.id,
        action: 'listing.remove',
        subject: { type: 'listing', id: listingId },
      })
      return { listingId }
    }),
  )
}
