import type { Category } from '@second-ring/contracts/catalog/category'
import { DomainError } from '@second-ring/contracts/errors'
import { type Parameters, prepare } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { selectCategories, toCategory } from './select-categories.ts'

const findCategory = prepare((parameter: Parameters<{ categoryId: string }>) =>
  selectCategories.where('c.id', '=', parameter('categoryId')),
)

/** @throws DomainError NOT_FOUND (no such category, or a retired one) */
export async function getCategory({ database, imageHost }: Platform, categoryId: string): Promise<Category> {
  const [row] = await findCategory(database, { categoryId })
  if (!row) throw new DomainError('NOT_FOUND', 'There is no such category.')
  return toCategory(row, imageHost)
}
