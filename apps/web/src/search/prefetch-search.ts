import type { RouterContext } from '#shell/router-context.ts'
import { loadPage } from '#ui/later-pages.ts'
import { readLaterPage } from '#ui/read-later-page.ts'
import { facetsQuery, foundQuery, readSearch, type SearchUrl } from './search-url.ts'

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
  void queryClient.prefetchQuery(facetsQuery(trpc, search))
  return loadPage(queryClient, foundQuery(trpc, search), readLaterPage(address).after)
}
