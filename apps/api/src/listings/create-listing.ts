import { TWINS_FLAGGED_FROM } from '@second-ring/contracts/account-limits'
import { DomainError } from '@second-ring/contracts/errors'
import { pickAttributes } from '@second-ring/contracts/listings/attributes'
import type { CreateListingInput } from '@second-ring/contracts/listings/create-listing'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { withinAddress } from '#identity/within-address.ts'
import { enforceLimits } from '#platform/account-limits.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'
import { claimUploads } from '#platform/uploads.ts'

/**
 * Posts a phone for sale, as the caller's.
 * @throws DomainError FORBIDDEN, INVALID_INPUT (a picture that the caller has not uploaded, an unknown or retired category),
 * LIMIT_REACHED, TOO_MANY_REQUESTS (those who share an address)
 */
export async function createListing(
  platform: Platform,
  caller: Caller,
  input: CreateListingInput,
): Promise<{ listingId: string }> {
  authorize(caller, 'listing.create')
  return withinAddress(platform, caller, { what: 'post', work: () => post(platform, caller, input) })
}

async function post(
  { database, imageHost, jobs, accountLimits }: Platform,
  caller: Caller,
  { images, ...input }: CreateListingInput,
): Promise<{ listingId: string }> {
  const references = images.map(url => imageHost.referenceOf(url))
  return rejectRemovedUser(
    database.$transaction(tx =>
      withIdempotency(tx, caller, async () => {
        // Before the pictures, as a removal takes them: neither waits for the other for ever.
        await enforceLimits(tx, { accountLimits }, { userId: caller.id, names: ['postsADay', 'livePosts'] })
        // A shared lock: sellers post concurrently, and a retirement waits for them.
        const open = query.selectFrom('categories').where('id', '=', input.categoryId).where('retired_at', 'is', null)
        const [category] = await run(tx, open.select('id').forShare())
        if (!category) throw new DomainError('INVALID_INPUT', 'Choose a category from the list.')
        await claimUploads(tx, { imageHost, accountLimits }, { userId: caller.id, references })
        const listing = await tx.listing.create({
          data: {
            ...input,
            ...pickAttributes(input),
            images: references,
            sellerId: caller.id,
          },
          select: { id: true },
        })
        await run(tx, flagTwin(listing.id))
        await recordAction(tx, {
          actorId: caller.id,
          action: 'listing.create',
          subject: { type: 'listing', id: listing.id },
        })
        await jobs.enqueue(tx, 'search.match', { listingId: listing.id })
        await jobs.enqueue(tx, 'listings.check-price', { listingId: listing.id })
        return { listingId: listing.id }
      }),
    ),
  )
}

/** Flags a post for admins when its seller has so many that are equal in text and price, this one among them. */
function flagTwin(listingId: string) {
  const twins = query
    .selectFrom('listings as l')
    .innerJoin('listings as twin', join =>
      join
        .onRef('twin.seller_id', '=', 'l.seller_id')
        .onRef('twin.product_name', '=', 'l.product_name')
        .onRef('twin.description', '=', 'l.description')
        .onRef('twin.resale_price_cents', '=', 'l.resale_price_cents'),
    )
    .where('l.id', '=', listingId)
    .where('twin.state', 'in', ['AVAILABLE', 'RESERVED'])
    .groupBy('l.id')
    .having(({ fn }) => fn.countAll<number>(), '>=', TWINS_FLAGGED_FROM)
    .select(({ val }) => ['l.id', val('twin').as('reason')])
  return query.insertInto('listing_flags').columns(['listing_id', 'reason']).expression(twins)
}
