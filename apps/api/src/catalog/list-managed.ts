import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import type { Platform } from '#platform/platform.ts'
import { authorizeManager, type Manager } from './manager.ts'

interface Row {
  id: string
  name: string
  slug: string
  image: string
  retiredAt: Date | null
  livePosts: number
}

/**
 * All categories with how many phones are for sale or booked in each: the open ones in the grid's order, then the retired.
 * @throws DomainError FORBIDDEN
 */
export async function listManaged(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  manager: Manager,
): Promise<ManagedCategory[]> {
  authorizeManager(manager)
  // Counted apart, each from an index of its own.
  const rows = await database.$queryRaw<Row[]>`
    SELECT id, name, slug, image, retired_at AS "retiredAt",
      (SELECT count(*)::int FROM listings l WHERE l.category_id = c.id AND l.state = 'AVAILABLE')
      + (SELECT count(*)::int FROM listings l WHERE l.category_id = c.id AND l.state = 'RESERVED') AS "livePosts"
    FROM categories c ORDER BY retired_at IS NOT NULL, CASE WHEN retired_at IS NULL THEN position END, name`
  return rows.map(({ image, retiredAt, ...row }) => ({
    ...row,
    image: imageHost.pictureOf(image),
    retiredAt: retiredAt?.toISOString() ?? null,
  }))
}
