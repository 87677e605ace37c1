import type { Category } from '@second-ring/contracts/catalog/category'
import type { Platform } from '#platform/platform.ts'
import { categorySelect, toCategory } from './category-select.ts'

/** All open categories, in the grid's order. */
export async function listCategories({ database, imageHost }: Platform): Promise<Category[]> {
  const rows = await database.category.findMany({
    where: { retiredAt: null },
    select: categorySelect,
    orderBy: [{ position: 'asc' }, { name: 'asc' }],
  })
  return rows.map(row => toCategory(row, imageHost))
}
