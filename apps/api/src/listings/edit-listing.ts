import { DomainError } from '@second-ring/contracts/errors'
import type { EditListingInput } from '@second-ring/contracts/listings/change-listing'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Changes price, description and pictures of the caller's listing while nobody has booked it. An order is not
 * changed by it.
 * @throws DomainError FORBIDDEN, NOT_FOUND (gone, or another's), LISTING_NOT_AVAILABLE (booked or sold), INVALID_INPUT
 */
export async function editListing(
  { database, imageHost, jobs }: Platform,
  caller: Caller,
  { listingId, images, description, resalePriceCents }: EditListingInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'listing.edit')
  const pictures = images && { images: images.map(url => imageHost.referenceOf(url)) }
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const mine = { id: listingId, sellerId: caller.id }
      const { count } = await tx.listing.updateMany({
        where: { ...mine, state: 'AVAILABLE' },
        data: { description, resalePriceCents, ...pictures },
      })
      if (count !== 1) {
        const existing = await tx.listing.findFirst({
          where: { ...mine, state: { not: 'REMOVED' } },
          select: { id: true },
        })
        if (!existing) throw new DomainError('NOT_FOUND', 'You have no such product.')
        throw new DomainError('LISTING_NOT_AVAILABLE', 'This product is booked or sold, so it cannot be changed.')
      }
      await recordAction(tx, {
        actorId: caller.id,
        action: 'listing.edit',
        subject: { type: 'listing', id: listingId },
      })
      await jobs.enqueue(tx, 'listings.check-price', { listingId })
      return { listingId }
    }),
  )
}
