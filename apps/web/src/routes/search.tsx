import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTRPC } from '#api-client/trpc.ts'
import { SearchPage } from '#search/search-page.tsx'
import { readSearch, type SearchUrl } from '#search/search-url.ts'
import { pageName } from '#ui/page-name.ts'
import { readLaterPage } from '#ui/read-later-page.ts'

export const Route = createFileRoute('/search')({
  // Read by the screen, which comes with what checks it: the first load of other pages does without.
  validateSearch: (address: Record<string, unknown>): SearchUrl => address,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc, isRendering }, deps }) => {
    const begun = import('#search/prefetch-search.ts').then(
      ({ prefetchSearch }) => prefetchSearch({ queryClient, trpc }, deps),
      // Without it the screen fetches for itself.
      () => undefined,
    )
    // A page that is rendered shows what was found; a browser shows at once that it is looking.
    return isRendering || deps.after !== undefined ? begun : undefined
  },
  head: ({ match }) => pageName(match.search.q ? `${String(match.search.q)} · Search` : 'Search'),
  component: SearchRoute,
})

function SearchRoute() {
  const address = Route.useSearch()
  const categories = useQuery(useTRPC().catalog.categories.queryOptions())
  return <SearchPage search={readSearch(address)} {...readLaterPage(address)} categories={categories.data} />
}
