import type { ListAdvertisedInput } from '@second-ring/contracts/listings/browse-listings'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { afterPosition } from './after-position.ts'
import { postSelect, toPost } from './listing-select.ts'

/** The advertised listings that are available, last advertised first; one page. */
export async function listAdvertised({ database, imageHost }: Platform, input: ListAdvertisedInput) {
  const list = ['advertised']
  const after = input.cursor === undefined ? {} : afterPosition('advertisedAt', decodeCursor(list, input.cursor))
  const rows = await database.listing.findMany({
    where: { state: 'AVAILABLE', advertisedAt: { not: null }, ...after },
    select: postSelect,
    orderBy: [{ advertisedAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.advertisedAt ?? row.postedAt, id: row.id }),
    toItem: row => toPost(row, imageHost),
  })
}
