import type { CategoryChanged, RenameCategoryInput } from '@second-ring/contracts/catalog/manage-categories'
import { DomainError } from '@second-ring/contracts/errors'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { withFreeName } from './category-name.ts'
import { authorizeManager, callerOf, lockCategories, type Manager, recordCategoryAction } from './manager.ts'

/**
 * Renames a category, open or retired. Its slug stays: it names the category for good, and links go by the id.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT (the name is taken)
 */
export async function renameCategory(
  { database }: Pick<Platform, 'database'>,
  manager: Manager,
  { categoryId, name }: RenameCategoryInput,
): Promise<CategoryChanged> {
  authorizeManager(manager)
  return withFreeName(
    database.$transaction(tx =>
      withIdempotency(tx, callerOf(manager), async () => {
        await lockCategories(tx)
        const before = await tx.category.findUnique({ where: { id: categoryId }, select: { name: true } })
        if (!before) throw new DomainError('NOT_FOUND', 'There is no such category.')
        if (before.name === name) return { categoryId, changed: false }
        await tx.category.update({ where: { id: categoryId }, data: { name }, select: { id: true } })
        const detail = `from ${before.name} to ${name}`
        await recordCategoryAction(tx, manager, { action: 'category.rename', categoryId, detail })
        return { categoryId, changed: true }
      }),
    ),
  )
}
