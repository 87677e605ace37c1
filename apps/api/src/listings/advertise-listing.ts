import { DomainError } from '@second-ring/contracts/errors'
import type { AdvertiseListingInput } from '@second-ring/contracts/listings/change-listing'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { withinAddress } from '#identity/within-address.ts'
import { enforceLimits } from '#platform/account-limits.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Shows the caller's available listing on Home.
 * @throws DomainError FORBIDDEN, NOT_FOUND (gone, or another's), ALREADY_ADVERTISED, LISTING_NOT_AVAILABLE,
 * CONFLICT (taken off Home in that moment), LIMIT_REACHED, TOO_MANY_REQUESTS (those who share an address)
 */
export async function advertiseListing(
  platform: Platform,
  caller: Caller,
  input: AdvertiseListingInput,
): Promise<AdvertisedListing> {
  authorize(caller, 'listing.advertise')
  return withinAddress(platform, caller, { what: 'advertise', work: () => advertise(platform, caller, input) })
}

interface AdvertisedListing {
  listingId: string
  advertisedAt: string
}

async function advertise(
  { database, accountLimits }: Platform,
  caller: Caller,
  { listingId }: AdvertiseListingInput,
): Promise<AdvertisedListing> {
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const names = ['liveAdverts', 'advertsADay'] as const
      await enforceLimits(tx, { accountLimits }, { userId: caller.id, names }).catch(async reached => {
        throw (await whyNotAdvertised(tx, caller, listingId)) ?? reached
      })
      const advertising = query
        .updateTable('listings')
        .set({ advertised_at: now, updated_at: now })
        .where('id', '=', listingId)
        .where('seller_id', '=', caller.id)
        .where('state', '=', 'AVAILABLE')
        .where('advertised_at', 'is', null)
        .returning('advertised_at as at')
      const [advertised] = await run(tx, advertising)
      if (!advertised?.at) {
        throw (await whyNotAdvertised(tx, caller, listingId)) ?? changedMeanwhile()
      }
      await recordAction(tx, {
        actorId: caller.id,
        action: 'listing.advertise',
        subject: { type: 'listing', id: listingId },
      })
      return { listingId, advertisedAt: advertised.at.toISOString() }
    }),
  )
}

/** It was advertised a moment ago, and taken off Home since. */
const changedMeanwhile = () => new DomainError('CONFLICT', 'This product was taken off Home a moment ago. Try again.')

async function whyNotAdvertised(tx: Transaction, caller: Caller, listingId: string): Promise<DomainError | null> {
  const listing = await tx.listing.findFirst({
    where: { id: listingId, sellerId: caller.id, state: { not: 'REMOVED' } },
    select: { advertisedAt: true, state: true },
  })
  if (!listing) return new DomainError('NOT_FOUND', 'You have no such product.')
  if (listing.advertisedAt) return new DomainError('ALREADY_ADVERTISED', 'This product is already advertised')
  if (listing.state === 'AVAILABLE') return null
  return new DomainError('LISTING_NOT_AVAILABLE', 'This product is booked or sold, so it cannot be advertised.')
}
