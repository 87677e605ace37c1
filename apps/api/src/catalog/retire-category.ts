import type { CategoryChanged, RetireCategoryInput } from '@second-ring/contracts/catalog/manage-categories'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { isCheckViolation } from '#platform/check-violation.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { authorizeManager, callerOf, lockCategories, type Manager, recordCategoryAction } from './manager.ts'

/**
 * Hides a category from everyone, and lets nobody post into it. What was sold in it stays.
 * @returns `changed: false` for one that was retired already
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT (phones in it are for sale or booked: move them first)
 */
export async function retireCategory(
  { database }: Pick<Platform, 'database'>,
  manager: Manager,
  { categoryId }: RetireCategoryInput,
): Promise<CategoryChanged> {
  authorizeManager(manager)
  try {
    return await database.$transaction(tx =>
      withIdempotency(tx, callerOf(manager), async () => {
        await lockCategories(tx)
        const category = await tx.category.findUnique({ where: { id: categoryId }, select: { retiredAt: true } })
        if (!category) throw new DomainError('NOT_FOUND', 'There is no such category.')
        if (category.retiredAt) return { categoryId, changed: false }
        // The database rejects it while phones are in the category, also one that is being posted now.
        await run(tx, query.updateTable('categories').set({ retired_at: now }).where('id', '=', categoryId))
        await recordCategoryAction(tx, manager, { action: 'category.retire', categoryId })
        return { categoryId, changed: true }
      }),
    )
  } catch (error) {
    if (!isCheckViolation(error)) throw error
    const live = await database.listing.count({ where: { categoryId, state: { in: ['AVAILABLE', 'RESERVED'] } } })
    const phones = live === 1 ? '1 phone is' : `${live} phones are`
    throw new DomainError('CONFLICT', `${phones} for sale or booked in this category: move them to another one first.`)
  }
}
