import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { type ListingState, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'
import { authorizeManager, type Manager } from './manager.ts'

// Counted apart, each from an index of its own.
const countOf = (state: ListingState) =>
  query
    .selectFrom('listings as l')
    .where('l.category_id', '=', sql.ref<string>('c.id'))
    .where('l.state', '=', state)
    .select(sql<number>`count(*)::int`.as('count'))

const categories = query
  .selectFrom('categories as c')
  .select(['id', 'name', 'slug', 'image', 'retired_at as retiredAt', thumbhashOf(sql.ref('c.image')).as('thumbhash')])
  .select(sql<number>`(${countOf('AVAILABLE')}) + (${countOf('RESERVED')})`.as('livePosts'))
  .orderBy(sql`retired_at IS NOT NULL`)
  .orderBy(sql`CASE WHEN retired_at IS NULL THEN position END`)
  .orderBy('name')

/**
 * All categories with how many phones are for sale or booked in each: the open ones in the grid's order, then the retired.
 * @throws DomainError FORBIDDEN
 */
export async function listManaged(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  manager: Manager,
): Promise<ManagedCategory[]> {
  authorizeManager(manager)
  const rows = await run(database, categories)
  return rows.map(({ image, thumbhash, retiredAt, ...row }) => ({
    ...row,
    image: imageHost.pictureOf(image, thumbhash),
    retiredAt: retiredAt?.toISOString() ?? null,
  }))
}
