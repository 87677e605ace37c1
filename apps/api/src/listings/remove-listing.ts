import { DomainError } from '@second-ring/contracts/errors'
import type { RemoveListingInput } from '@second-ring/contracts/listings/change-listing'
import type { Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { transitionListing } from './listing-transitions.ts'

/**
 * Takes the caller's listing off the market: one that is available, or that is offered to somebody on its waiting list.
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
      const remove = () => transitionListing(tx, { from: 'AVAILABLE', to: 'REMOVED', where: mine })
      const isRemoved = (await remove()) || ((await withdrawOffer(tx, mine)) && (await remove()))
      if (!isRemoved) {
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

/** Makes a phone available that is offered to somebody, who waits again; a job ends the waiting list once the phone is gone. */
async function withdrawOffer(tx: Transaction, listing: { id: string; sellerId: string }): Promise<boolean> {
  const offer = await tx.waitingEntry.findFirst({ where: { state: 'OFFERED', listing }, select: { id: true } })
  if (!offer) return false
  const data = { state: 'WAITING', offeredUntil: null } as const
  const { count } = await tx.waitingEntry.updateMany({ where: { id: offer.id, state: 'OFFERED' }, data })
  return count === 1 && transitionListing(tx, { from: 'RESERVED', to: 'AVAILABLE', where: listing })
}
