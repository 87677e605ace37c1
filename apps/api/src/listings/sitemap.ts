import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'

/** How many entries a page of the sitemap has; search engines take 50,000 at the most (sitemaps.org). */
const SITEMAP_PAGE = 5000

/** What has a page of its own, and when that changed last. */
export interface SitemapEntry {
  path: string
  changedAt: Date | null
}

const forSale = query.selectFrom('listings').where('state', '=', 'AVAILABLE')

/** The lists that are too long for one page: of ids, with the paths that they stand for. */
const lists = {
  listings: { path: '/listings/', rows: forSale.select(['id', 'updated_at as changedAt']) },
  sellers: {
    path: '/sellers/',
    rows: forSale
      .groupBy('seller_id')
      .select(['seller_id as id', ({ fn }) => fn.max<Date>('updated_at').as('changedAt')]),
  },
}

export type SitemapList = keyof typeof lists
export const sitemapLists = Object.keys(lists) as SitemapList[]

/** The id with which each page of a list begins. */
export async function findSitemapPages(database: Database, list: SitemapList, size = SITEMAP_PAGE): Promise<string[]> {
  const numbered = query
    .selectFrom(lists[list].rows.as('r'))
    .select(['r.id', sql<string>`row_number() OVER (ORDER BY r.id)`.as('place')])
  const firsts = query.selectFrom(numbered.as('n')).where(sql<boolean>`n.place % ${size}::int = 1 % ${size}::int`)
  return (await run(database, firsts.select('n.id').orderBy('n.id'))).map(({ id }) => id)
}

interface SitemapPage {
  list: SitemapList
  /** The id with which it begins. */
  first: string
  size?: number
}

/** A page of the sitemap. */
export async function listSitemapPage(
  database: Database,
  { list, first, size = SITEMAP_PAGE }: SitemapPage,
): Promise<SitemapEntry[]> {
  const { path, rows } = lists[list]
  const page = query.selectFrom(rows.as('r')).select(['r.id', 'r.changedAt'])
  const found = await run(database, page.where('r.id', '>=', first).orderBy('r.id').limit(size))
  return found.map(({ id, changedAt }) => ({ path: `${path}${id}`, changedAt }))
}

/** The open categories; each changed with the newest phone in it. */
export async function listSitemapCategories(database: Database): Promise<SitemapEntry[]> {
  const newest = forSale
    .where('category_id', '=', sql.ref<string>('c.id'))
    .select('posted_at')
    .orderBy('posted_at', 'desc')
    .limit(1)
  const open = query.selectFrom('categories as c').where('c.retired_at', 'is', null)
  const found = await run(database, open.select(['c.slug', newest.as('changedAt')]).orderBy('c.slug'))
  return found.map(({ slug, changedAt }) => ({ path: `/phones/${slug}`, changedAt }))
}
