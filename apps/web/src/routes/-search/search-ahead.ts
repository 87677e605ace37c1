import type { Queries } from '../../app/trpc.ts'
import { facetsQuery, listingsQuery, readSearch, type SearchAddress } from '../../search/search-address.ts'
import { fetchAhead } from '../../ui/pages.ts'

/** Fetches what an address searches for, while the screen's code comes. */
export function searchAhead(queries: Queries, address: SearchAddress): void {
  const search = readSearch(address)
  fetchAhead(queries.search.listings, listingsQuery(search))
  void queries.search.facets.prefetch(facetsQuery(search))
}
