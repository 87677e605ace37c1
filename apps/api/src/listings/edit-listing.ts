import { DomainError } from '@second-ring/contracts/errors'
import type { EditListingInput } from '@second-ring/contracts/listings/change-listing'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { holdAccount } from '#platform/account-limits.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { claimUploads, releaseUploads } from '#platform/uploads.ts'

/**
 * Changes price, description and pictures of the caller's listing while nobody has booked it. An order is not
 * changed by it.
 * @throws DomainError FORBIDDEN, NOT_FOUND (gone, or another's), LISTING_NOT_AVAILABLE (booked or sold), INVALID_INPUT (a picture that
 * the caller has not uploaded), TOO_MANY_REQUESTS
 */
export async function editListing(
  { database, imageHost, jobs, accountLimits, rateLimits }: Platform,
  caller: Caller,
  { listingId, images, description, resalePriceCents }: EditListingInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'listing.edit')
  await rateLimits.countAccount('edit', caller.id)
  const references = images?.map(url => imageHost.referenceOf(url))
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      let dropped: string[] = []
      const mine = { id: listingId, sellerId: caller.id }
      if (references) {
        // First, as whoever posts and whoever removes an account does. It holds the pictures too: who changes them holds the account.
        await holdAccount(tx, caller.id)
        const before = query.selectFrom('listings').where('id', '=', listingId).where('seller_id', '=', caller.id)
        const [listing] = await run(tx, before.where('state', '=', 'AVAILABLE').select('images'))
        const added = references.filter(reference => !listing?.images.includes(reference))
        dropped = listing?.images.filter(reference => !references.includes(reference)) ?? []
        if (listing) await claimUploads(tx, { imageHost, accountLimits }, { userId: caller.id, references: added })
      }
      const { count } = await tx.listing.updateMany({
        where: { ...mine, state: 'AVAILABLE' },
        data: { description, resalePriceCents, ...(references && { images: references }) },
      })
      if (count !== 1) {
        const existing = await tx.listing.findFirst({
          where: { ...mine, state: { not: 'REMOVED' } },
          select: { id: true },
        })
        if (!existing) throw new DomainError('NOT_FOUND', 'You have no such product.')
        throw new DomainError('LISTING_NOT_AVAILABLE', 'This product is booked or sold, so it cannot be changed.')
      }
      await releaseUploads(tx, dropped)
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
