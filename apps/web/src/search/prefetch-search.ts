import type { RouterContext } from '#shell/router-context.ts'
import { byCursor, prefetchPage } from '#ui/pages.ts'
import { facetsQuery, listingsQuery, readSearch, type SearchUrl } from './search-url.ts'

/** Fetches what an address searches for, while the screen's code comes. */
export function prefetchSearch(
  { queryClient, trpc }: Pick<RouterContext, 'queryClient' | 'trpc'>,
  address: SearchUrl,
): void {
  const search = readSearch(address)
  prefetchPage(queryClient, trpc.search.listings.infiniteQueryOptions(listingsQuery(search), byCursor))
  void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
  void queryClient.prefetchQuery(trpc.search.facets.queryOptions(facetsQuery(search)))
}
