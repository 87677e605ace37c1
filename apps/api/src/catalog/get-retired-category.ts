import type { RetiredCategoryInput, RetiredCategoryOutput } from '@second-ring/contracts/catalog/category'
import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '#platform/platform.ts'

/** @throws DomainError NOT_FOUND (never there, or open) */
export async function getRetiredCategory(
  { database }: Pick<Platform, 'database'>,
  { slug }: RetiredCategoryInput,
): Promise<RetiredCategoryOutput> {
  const retired = await database.category.findFirst({
    where: { slug: slug.toLowerCase(), retiredAt: { not: null } },
    select: { name: true, slug: true },
  })
  if (!retired) throw new DomainError('NOT_FOUND', 'There was no such category.')
  return retired
}
