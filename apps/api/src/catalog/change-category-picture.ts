import type { CategoryChanged, ChangeCategoryPictureInput } from '@second-ring/contracts/catalog/manage-categories'
import { DomainError } from '@second-ring/contracts/errors'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { claimUploads } from '#platform/uploads.ts'
import {
  authorizeManager,
  callerOf,
  lockCategories,
  type Manager,
  recordCategoryAction,
  uploaderOf,
} from './manager.ts'

/**
 * Gives a category another picture.
 * @throws DomainError FORBIDDEN, NOT_FOUND, INVALID_INPUT (a picture that the manager has not uploaded)
 */
export async function changeCategoryPicture(
  { database, imageHost, accountLimits }: Pick<Platform, 'database' | 'imageHost' | 'accountLimits'>,
  manager: Manager,
  input: ChangeCategoryPictureInput,
): Promise<CategoryChanged> {
  authorizeManager(manager)
  const { categoryId } = input
  const image = imageHost.referenceOf(input.image)
  return database.$transaction(tx =>
    withIdempotency(tx, callerOf(manager), async () => {
      await lockCategories(tx)
      const before = await tx.category.findUnique({ where: { id: categoryId }, select: { image: true } })
      if (!before) throw new DomainError('NOT_FOUND', 'There is no such category.')
      if (before.image === image) return { categoryId, changed: false }
      await claimUploads(tx, { imageHost, accountLimits }, { userId: uploaderOf(manager), references: [image] })
      await tx.category.update({ where: { id: categoryId }, data: { image }, select: { id: true } })
      await recordCategoryAction(tx, manager, { action: 'category.change-picture', categoryId })
      return { categoryId, changed: true }
    }),
  )
}
