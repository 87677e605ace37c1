import { createFileRoute } from '@tanstack/react-router'
import type { SearchUrl } from '#search/search-url.ts'
import { laterPart } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const SearchPage = laterPart(() => import('#search/search-page.tsx'))

export const Route = createFileRoute('/search')({
  codeSplitGroupings: [],
  // Read by the screen, which comes with what checks it: the first load of other pages does without.
  validateSearch: (address: Record<string, unknown>): SearchUrl => address,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, trpc, isRendering }, deps }) => {
    const begun = import('#search/prefetch-search.ts').then(
      ({ prefetchSearch }) => prefetchSearch({ queryClient, trpc }, deps),
      // Without it the screen fetches for itself.
      () => undefined,
    )
    // A page that is rendered shows what was found; a browser shows at once that it is looking.
    await Promise.all([SearchPage.ready(), (isRendering || deps.after !== undefined) && begun])
  },
  head: ({ match }) => pageName(match.search.q ? `${String(match.search.q)} · Search` : 'Search'),
  component: SearchRoute,
})

function SearchRoute() {
  return <SearchPage address={Route.useSearch()} />
}
