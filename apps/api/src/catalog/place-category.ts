import type { CategoryChanged, PlaceCategoryInput } from '@second-ring/contracts/catalog/manage-categories'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { authorizeManager, callerOf, lockCategories, type Manager, recordCategoryAction } from './manager.ts'

/**
 * Moves an open category to a place in the grid; those between move up or down by one.
 * @throws DomainError FORBIDDEN, NOT_FOUND (no such category, or a retired one)
 */
export async function placeCategory(
  { database }: Pick<Platform, 'database'>,
  manager: Manager,
  { categoryId, place }: PlaceCategoryInput,
): Promise<CategoryChanged> {
  authorizeManager(manager)
  return database.$transaction(tx =>
    withIdempotency(tx, callerOf(manager), async () => {
      await lockCategories(tx)
      const open = await tx.category.findMany({
        where: { retiredAt: null },
        orderBy: [{ position: 'asc' }, { name: 'asc' }],
        select: { id: true },
      })
      const ids = open.map(({ id }) => id)
      const from = ids.indexOf(categoryId)
      if (from < 0) throw new DomainError('NOT_FOUND', 'There is no such open category.')
      const to = Math.min(place, ids.length) - 1
      if (from === to) return { categoryId, changed: false }
      ids.splice(to, 0, ...ids.splice(from, 1))
      const positions = sql<{ id: string; nth: number }>`unnest(${ids}::uuid[]) WITH ORDINALITY`
      const placing = query
        .updateTable('categories')
        .from(positions.as<'placed'>(sql`placed(id, nth)`))
        .set({ position: sql<number>`placed.nth - 1` })
        .whereRef('categories.id', '=', 'placed.id')
        .where('position', '<>', sql<number>`placed.nth - 1`)
      await run(tx, placing)
      const detail = `from ${from + 1} to ${to + 1}`
      await recordCategoryAction(tx, manager, { action: 'category.place', categoryId, detail })
      return { categoryId, changed: true }
    }),
  )
}
