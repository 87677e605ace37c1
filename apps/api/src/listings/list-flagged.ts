import type { FlagReason } from '@second-ring/contracts/listings/price-estimate'
import type { PageInput } from '@second-ring/contracts/paging'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { selectListings, toPost } from './listing-rows.ts'

/** Each flagged listing once, with all its reasons. */
const latestFlags = query
  .selectFrom(
    query
      .selectFrom('price_flags')
      .select(['listing_id', 'flagged_at', sql<string>`'price'`.as('reason')])
      .unionAll(query.selectFrom('listing_flags').select(['listing_id', 'flagged_at', 'reason']))
      .as('flags'),
  )
  .groupBy('listing_id')
  .select(({ fn }) => [
    'listing_id',
    fn.max('flagged_at').as('flagged_at'),
    sql<FlagReason[]>`array_agg(reason ORDER BY reason)`.as('reasons'),
  ])

/**
 * The listings for sale that are flagged, last flagged first; one page. A price is flagged that was far below its estimate
 * when checked, a post that equals others of its seller, a picture that another seller's post had before, and a verified seller's name that
 * is another account's.
 * @throws DomainError FORBIDDEN
 */
export async function listFlagged({ database, imageHost }: Platform, caller: Caller, input: PageInput) {
  authorize(caller, 'listing.read-flagged')
  await recordRead(database, caller, { action: 'read.flagged-posts' })
  const list = ['flagged listings']
  const { at, id } = decodeCursor(list, input.cursor)
  const page = selectListings
    .innerJoin(latestFlags.as('f'), 'f.listing_id', 'l.id')
    .leftJoin('price_flags as p', 'p.listing_id', 'l.id')
    .select(['p.low_cents as lowCents', 'p.high_cents as highCents', 'p.sample_size as sampleSize'])
    .select(['f.flagged_at as flaggedAt', 'f.reasons'])
    .select(({ selectFrom }) =>
      jsonObjectFrom(
        selectFrom('listing_flags as copy')
          .innerJoin('listings as other', 'other.id', 'copy.other_listing_id')
          .whereRef('copy.listing_id', '=', 'l.id')
          .where('copy.reason', '=', 'copied-picture')
          .where('other.state', '<>', 'REMOVED')
          .select(['other.id as listingId', 'other.product_name as productName', 'other.seller_name as sellerName']),
      ).as('copyOf'),
    )
    .where('l.state', '=', 'AVAILABLE')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('f.flagged_at', 'l.id'), '<', tuple(at, id)))
    .orderBy('f.flagged_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(input.limit + 1)
  return toPage(await run(database, page), {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.flaggedAt, id: row.id }),
    toItem: ({ lowCents, highCents, sampleSize, flaggedAt, reasons, copyOf, ...listing }) => ({
      listing: toPost(listing, imageHost),
      reasons,
      band: lowCents === null || highCents === null || sampleSize === null ? null : { lowCents, highCents, sampleSize },
      copyOf,
      flaggedAt: flaggedAt.toISOString(),
    }),
  })
}
