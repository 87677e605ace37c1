import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { type Parameters, prepare } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { selectListings, toCard } from './listing-rows.ts'

const findAvailable = prepare((parameter: Parameters<{ ids: string[] }>) =>
  selectListings.where('l.id', '=', sql<string>`any(${parameter('ids')}::uuid[])`).where('l.state', '=', 'AVAILABLE'),
)

/** The cards of listings that are for sale, in the order of their ids; one that was just booked is left out. */
export async function readCards(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  ids: string[],
): Promise<ListingCard[]> {
  if (ids.length === 0) return []
  const rows = await findAvailable(database, { ids })
  const cards = new Map(rows.map(row => [row.id, toCard(row, imageHost)]))
  return ids.flatMap(id => cards.get(id) ?? [])
}
