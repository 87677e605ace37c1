import type { CreateCategoryInput } from '@second-ring/contracts/catalog/manage-categories'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { claimUploads } from '#platform/uploads.ts'
import { withFreeName } from './category-name.ts'
import {
  authorizeManager,
  callerOf,
  lockCategories,
  type Manager,
  recordCategoryAction,
  uploaderOf,
} from './manager.ts'
import { freeSlug } from './slug.ts'

/**
 * Opens a category, as the last of the grid.
 * @throws DomainError FORBIDDEN, INVALID_INPUT (a picture that the manager has not uploaded), CONFLICT (the name is taken)
 */
export async function createCategory(
  { database, imageHost, accountLimits }: Pick<Platform, 'database' | 'imageHost' | 'accountLimits'>,
  manager: Manager,
  input: CreateCategoryInput,
): Promise<{ categoryId: string }> {
  authorizeManager(manager)
  const { name } = input
  const image = imageHost.referenceOf(input.image)
  return withFreeName(
    database.$transaction(tx =>
      withIdempotency(tx, callerOf(manager), async () => {
        await lockCategories(tx)
        await claimUploads(tx, { imageHost, accountLimits }, { userId: uploaderOf(manager), references: [image] })
        const slug = await freeSlug(tx, name)
        const { _max: last } = await tx.category.aggregate({ where: { retiredAt: null }, _max: { position: true } })
        const position = (last.position ?? -1) + 1
        const { id } = await tx.category.create({ data: { name, slug, image, position }, select: { id: true } })
        await recordCategoryAction(tx, manager, { action: 'category.create', categoryId: id, detail: name })
        return { categoryId: id }
      }),
    ),
  )
}
