import type { PageInput } from '@second-ring/contracts/paging'
import { run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { selectListings, toPost } from './listing-rows.ts'

/**
 * The listings for sale whose price was far below their price estimate when checked, last flagged first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listFlagged({ database, imageHost }: Platform, caller: Caller, input: PageInput) {
  authorize(caller, 'listing.read-flagged')
  const list = ['flagged listings']
  const { at, id } = decodeCursor(list, input.cursor)
  const page = selectListings
    .innerJoin('price_flags as f', 'f.listing_id', 'l.id')
    .select(['f.low_cents as lowCents', 'f.high_cents as highCents', 'f.sample_size as sampleSize'])
    .select('f.flagged_at as flaggedAt')
    .where('l.state', '=', 'AVAILABLE')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('f.flagged_at', 'l.id'), '<', tuple(at, id)))
    .orderBy('f.flagged_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(input.limit + 1)
  return toPage(await run(database, page), {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.flaggedAt, id: row.id }),
    toItem: ({ lowCents, highCents, sampleSize, flaggedAt, ...listing }) => ({
      listing: toPost(listing, imageHost),
      band: { lowCents, highCents, sampleSize },
      flaggedAt: flaggedAt.toISOString(),
    }),
  })
}
