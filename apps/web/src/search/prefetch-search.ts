import type { RouterContext } from '#shell/router-context.ts'
import { loadPage } from '#ui/later-pages.ts'
import { byCursor } from '#ui/pages.ts'
import { readLaterPage } from '#ui/read-later-page.ts'
import { facetsQuery, listingsQuery, readSearch, type SearchUrl } from './search-url.ts'

/**
 * Fetches what an address searches for, while the screen's code comes. A later page is waited for.
 * @throws notFound when its cursor is none of this search
 */
export function prefetchSearch(
  { queryClient, trpc }: Pick<RouterContext, 'queryClient' | 'trpc'>,
  address: SearchUrl,
): Promise<void> {
  const search = readSearch(address)
  void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
  void queryClient.prefetchQuery(trpc.search.facets.queryOptions(facetsQuery(search)))
  const list = trpc.search.listings.infiniteQueryOptions(listingsQuery(search), byCursor)
  return loadPage(queryClient, list, readLaterPage(address).after)
}
