import type { Category } from '@second-ring/contracts/catalog/category'
import { prepare } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { selectCategories, toCategory } from './select-categories.ts'

const findCategories = prepare(() => selectCategories.orderBy('c.position').orderBy('c.name'))

/** All open categories, in the grid's order. */
export async function listCategories({ database, imageHost }: Platform): Promise<Category[]> {
  const rows = await findCategories(database, {})
  return rows.map(row => toCategory(row, imageHost))
}
