import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#storefront/home-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { byCursor, prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/')({
  head: () => pageName('Home'),
  // Started here, so that the data comes while the screen's code does; the page does not wait for it.
  loader: ({ context: { queryClient, trpc } }) => {
    void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
    prefetchPage(queryClient, trpc.listings.advertised.infiniteQueryOptions({ limit: 8 }, byCursor))
  },
  component: HomeScreen,
})
