import type { CategoryChanged, RestoreCategoryInput } from '@second-ring/contracts/catalog/manage-categories'
import { DomainError } from '@second-ring/contracts/errors'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { authorizeManager, callerOf, lockCategories, type Manager, recordCategoryAction } from './manager.ts'

/**
 * Brings a retired category back, as the last of the grid.
 * @returns `changed: false` for one that is open
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function restoreCategory(
  { database }: Pick<Platform, 'database'>,
  manager: Manager,
  { categoryId }: RestoreCategoryInput,
): Promise<CategoryChanged> {
  authorizeManager(manager)
  return database.$transaction(tx =>
    withIdempotency(tx, callerOf(manager), async () => {
      await lockCategories(tx)
      const { _max: last } = await tx.category.aggregate({ where: { retiredAt: null }, _max: { position: true } })
      const { count } = await tx.category.updateMany({
        where: { id: categoryId, retiredAt: { not: null } },
        data: { retiredAt: null, position: (last.position ?? -1) + 1 },
      })
      if (count === 1) {
        await recordCategoryAction(tx, manager, { action: 'category.restore', categoryId })
        return { categoryId, changed: true }
      }
      const open = await tx.category.findUnique({ where: { id: categoryId }, select: { id: true } })
      if (!open) throw new DomainError('NOT_FOUND', 'There is no such category.')
      return { categoryId, changed: false }
    }),
  )
}
