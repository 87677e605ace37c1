import { SearchFilters } from '@second-ring/contracts/search/filters'
import type { SavedSearch } from '@second-ring/contracts/search/saved-search'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'

/** The caller's saved searches, last saved first. */
export async function listSaved({ database, accountLimits }: Platform, caller: Caller): Promise<SavedSearch[]> {
  authorize(caller, 'search.save')
  const rows = await database.savedSearch.findMany({
    where: { userId: caller.id },
    orderBy: [{ savedAt: 'desc' }, { id: 'desc' }],
    take: Math.max(...Object.values(accountLimits.savedSearches)),
  })
  return rows.map(({ id, savedAt, mutedAt, text, conditions, location, verifiedOnly, attributes, ...row }) => ({
    id,
    savedAt: savedAt.toISOString(),
    muted: mutedAt !== null,
    filters: {
      text,
      conditions,
      location,
      verifiedOnly,
      ...(row.categoryId !== null && { categoryId: row.categoryId }),
      ...(row.minPriceCents !== null && { minPriceCents: row.minPriceCents }),
      ...(row.maxPriceCents !== null && { maxPriceCents: row.maxPriceCents }),
      ...(row.minYearsUsed !== null && { minYearsUsed: row.minYearsUsed }),
      ...(row.maxYearsUsed !== null && { maxYearsUsed: row.maxYearsUsed }),
      ...(attributes !== null && { attributes: SearchFilters.shape.attributes.parse(attributes) }),
    },
  }))
}
