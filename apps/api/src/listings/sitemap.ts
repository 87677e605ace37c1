import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'

/** How many listings a page of the sitemap has; search engines take 50,000 at the most (sitemaps.org). */
export const SITEMAP_PAGE = 5000

const forSale = query.selectFrom('listings').where('state', '=', 'AVAILABLE')

/** The id of the first listing of each page of the sitemap. */
export async function findSitemapPages(database: Database, size = SITEMAP_PAGE): Promise<string[]> {
  const numbered = forSale.select(['id', sql<string>`row_number() OVER (ORDER BY id)`.as('place')])
  const firsts = query.selectFrom(numbered.as('l')).where(sql<boolean>`l.place % ${size}::int = 1 % ${size}::int`)
  return (await run(database, firsts.select('id').orderBy('id'))).map(({ id }) => id)
}

/** The listings of a page of the sitemap, which begins with this id, and when each was changed last. */
export async function listSitemapPage(
  database: Database,
  first: string,
  size = SITEMAP_PAGE,
): Promise<{ id: string; changedAt: Date }[]> {
  const page = forSale.where('id', '>=', first).orderBy('id').limit(size)
  return run(database, page.select(['id', 'updated_at as changedAt']))
}
