import type { MovePostsInput, MovePostsOutput } from '@second-ring/contracts/catalog/manage-categories'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { authorizeManager, callerOf, lockCategories, type Manager, recordCategoryAction } from './manager.ts'

/** What one transaction moves: the database writes each phone's search entry again, about a millisecond each. */
const BATCH = 1000

/**
 * Moves the phones of a category to another one: those for sale and booked, and those sold, whose prices count where like
 * phones stand. One call moves a thousand; call it until `left` is 0.
 * @throws DomainError FORBIDDEN, NOT_FOUND, INVALID_INPUT (the other category is retired, or the same), CONFLICT (all that
 * are left are being booked at this moment)
 */
export async function movePosts(
  { database }: Pick<Platform, 'database'>,
  manager: Manager,
  { categoryId, toCategoryId }: MovePostsInput,
): Promise<MovePostsOutput> {
  authorizeManager(manager)
  if (categoryId === toCategoryId) throw new DomainError('INVALID_INPUT', 'Choose another category to move them to.')
  return database.$transaction(tx =>
    withIdempotency(tx, callerOf(manager), async () => {
      await lockCategories(tx)
      const from = await tx.category.findUnique({ where: { id: categoryId }, select: { id: true } })
      if (!from) throw new DomainError('NOT_FOUND', 'There is no such category.')
      const to = await tx.category.findFirst({ where: { id: toCategoryId, retiredAt: null }, select: { name: true } })
      if (!to) throw new DomainError('INVALID_INPUT', 'Choose an open category to move them to.')
      // A phone that another transaction holds is left for the next call: no deadlock.
      const batch = query
        .selectFrom('listings')
        .where('category_id', '=', categoryId)
        .where('state', '<>', 'REMOVED')
        .select('id')
        .limit(BATCH)
        .forNoKeyUpdate()
        .skipLocked()
      const moving = query
        .with('batch', () => batch)
        .updateTable('listings')
        .from('batch')
        .set({ category_id: toCategoryId })
        .whereRef('listings.id', '=', 'batch.id')
        .returning('listings.id')
      const moved = (await run(tx, moving)).length
      const left = await tx.listing.count({ where: { categoryId, state: { not: 'REMOVED' } } })
      if (moved === 0 && left > 0)
        throw new DomainError('CONFLICT', 'The phones that are left are being booked. Try again.')
      if (moved > 0) {
        const detail = `${moved} ${moved === 1 ? 'phone' : 'phones'} to ${to.name}`
        await recordCategoryAction(tx, manager, { action: 'category.move-posts', categoryId, detail })
      }
      return { moved, left }
    }),
  )
}
