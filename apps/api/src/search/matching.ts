import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { Prisma } from '@second-ring/database'

/** What of a search's filters is held against one listing; a facet's counts leave out its own. */
export type Filters = Omit<SearchFilters, 'text' | 'location'>

/** A condition on `listing_search` (as `s`) for the words of a question, computed once a statement and not once a row. */
export function asksFor(question: string): Prisma.Sql {
  return Prisma.sql`s.search @@ (SELECT ${question}::tsquery)`
}

/** The conditions of all filters but the category. */
export function matching(filters: Omit<Filters, 'categoryId'>): Prisma.Sql[] {
  const { conditions, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed, verifiedOnly } = filters
  const wanted: Prisma.Sql[] = []
  if (conditions.length > 0) wanted.push(Prisma.sql`s.condition = ANY(${[...new Set(conditions)]}::condition[])`)
  if (minPriceCents !== undefined) wanted.push(Prisma.sql`s.price_cents >= ${minPriceCents}`)
  if (maxPriceCents !== undefined) wanted.push(Prisma.sql`s.price_cents <= ${maxPriceCents}`)
  // As truths: the words' index would gather all listings of a range of years, though the words are rare.
  if (minYearsUsed !== undefined) wanted.push(Prisma.sql`(s.years_used >= ${minYearsUsed}) IS TRUE`)
  if (maxYearsUsed !== undefined) wanted.push(Prisma.sql`(s.years_used <= ${maxYearsUsed}) IS TRUE`)
  if (verifiedOnly) {
    wanted.push(
      Prisma.sql`EXISTS (SELECT 1 FROM users u WHERE u.id = s.seller_id AND u.verified_at IS NOT NULL OFFSET 0)`,
    )
  }
  return wanted
}

/** In this category; nothing when in any. */
export function inCategory(categoryId: string | undefined): Prisma.Sql[] {
  return categoryId === undefined ? [] : [Prisma.sql`s.category_id = ${categoryId}::uuid`]
}

/** Conditions joined by AND. */
export function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ')
}
