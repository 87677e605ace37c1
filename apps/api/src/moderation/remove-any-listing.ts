import { DomainError } from '@second-ring/contracts/errors'
import type {
  RemoveAnyListingInput,
  RemoveAnyListingOutput,
} from '@second-ring/contracts/moderation/remove-any-listing'
import type { Transaction } from '@second-ring/database'
import { lockUsers } from '#accounts/lock-users.ts'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { closeReports } from './close-reports.ts'
import { takeOffTheMarket } from './take-off-the-market.ts'

/**
 * Removes anybody's listing, by an admin, with a reason that its seller reads. An unpaid booking of it ends, whoever waits
 * for it is notified, and its open reports are closed. A paid one stays until its order is refunded. One that is removed
 * already is not changed, but its reports are closed, and one that is hidden does not come back any more.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND (never there), LISTING_NOT_AVAILABLE (paid, or handed over)
 */
export async function removeAnyListing(
  platform: Platform,
  caller: Caller,
  { listingId, reason }: RemoveAnyListingInput,
): Promise<RemoveAnyListingOutput> {
  authorize(caller, 'listing.moderate')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const listing = await tx.listing.findUnique({
        where: { id: listingId },
        select: { id: true, productName: true, sellerId: true },
      })
      if (!listing) throw new DomainError('NOT_FOUND', 'There is no such post.')
      await lockUsers(tx, [listing.sellerId])
      const taken = await takeOffTheMarket(tx, platform, listing, caller.id)
      if (taken) {
        const subject = { type: 'listing', id: listing.id } as const
        await recordAction(tx, { actorId: caller.id, action: 'listing.remove-any', subject, reason })
        await notifySeller(tx, { ...listing, reason, bookingEnded: taken.bookingEnded })
      }
      await closeReports(tx, { listingId: listing.id, handledById: caller.id, to: 'ACTED', note: reason })
      return { listingId, changed: taken !== null }
    }),
  )
}

interface Removed {
  productName: string
  sellerId: string
  reason: string
  bookingEnded: boolean
}

function notifySeller(tx: Transaction, { productName, sellerId, reason, bookingEnded }: Removed): Promise<void> {
  const booking = bookingEnded ? ' Its booking has ended.' : ''
  const message = `An admin has removed your post of ${productName}.${booking}`
  const words = { by: 'The admin', text: reason, isMailed: true }
  return notifyUser(tx, { userId: sellerId, kind: 'post-removed', message, words })
}
