import type { Queries } from '#api-client/trpc.ts'
import { prefetchPage } from '#ui/pages.ts'
import { facetsQuery, listingsQuery, readSearch, type SearchUrl } from './search-url.ts'

/** Fetches what an address searches for, while the screen's code comes. */
export function prefetchSearch(queries: Queries, address: SearchUrl): void {
  const search = readSearch(address)
  prefetchPage(queries.search.listings, listingsQuery(search))
  void queries.search.facets.prefetch(facetsQuery(search))
}
