import type { Category } from '@second-ring/contracts/catalog/category'
import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '#platform/platform.ts'
import { categorySelect, toCategory } from './category-select.ts'

/** @throws DomainError NOT_FOUND (no such category, or a retired one) */
export async function getCategory({ database, imageHost }: Platform, categoryId: string): Promise<Category> {
  const row = await database.category.findFirst({ where: { id: categoryId, retiredAt: null }, select: categorySelect })
  if (!row) throw new DomainError('NOT_FOUND', 'There is no such category.')
  return toCategory(row, imageHost)
}
