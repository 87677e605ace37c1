import type { PageInput } from '@second-ring/contracts/paging'
import { type Actor, authorize } from '#identity/actor.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { postSelect, toPost } from './listing-select.ts'

/**
 * The listings for sale whose price is far below their band as it was when it was checked, last flagged first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listFlagged({ database, imageHost }: Platform, actor: Actor, input: PageInput) {
  authorize(actor, 'listing.read-flagged')
  const list = ['flagged listings']
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.priceFlag.findMany({
    where: {
      listing: { state: 'AVAILABLE' },
      ...(after && { OR: [{ flaggedAt: { lt: after.at } }, { flaggedAt: after.at, listingId: { lt: after.id } }] }),
    },
    select: {
      listingId: true,
      lowCents: true,
      highCents: true,
      sampleSize: true,
      flaggedAt: true,
      listing: { select: postSelect },
    },
    orderBy: [{ flaggedAt: 'desc' }, { listingId: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.flaggedAt, id: row.listingId }),
    toItem: ({ listing, lowCents, highCents, sampleSize, flaggedAt }) => ({
      listing: toPost(listing, imageHost),
      band: { lowCents, highCents, sampleSize },
      flaggedAt: flaggedAt.toISOString(),
    }),
  })
}
