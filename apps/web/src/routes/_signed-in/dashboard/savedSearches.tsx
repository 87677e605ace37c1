import { createFileRoute } from '@tanstack/react-router'
import { SavedSearchesScreen } from '#search/saved-searches-screen.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/savedSearches')({
  head: () => pageName('Saved searches'),
  loader: ({ context: { queryClient, trpc } }) => {
    void queryClient.prefetchQuery(trpc.search.saved.queryOptions())
    void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
  },
  component: SavedSearchesScreen,
})
