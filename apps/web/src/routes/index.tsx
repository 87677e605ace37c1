import { createFileRoute } from '@tanstack/react-router'
import { advertisedQuery } from '#listings/listing-queries.ts'
import { HomeScreen } from '#storefront/home-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/')({
  head: () => pageName('Home'),
  // Started here, so that the data comes while the screen's code does; the page does not wait for it.
  loader: ({ context: { queryClient, trpc } }) => {
    void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
    prefetchPage(queryClient, advertisedQuery(trpc))
  },
  component: HomeScreen,
})
