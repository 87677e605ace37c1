import { createFileRoute } from '@tanstack/react-router'
import { advertisedQuery } from '#listings/listing-queries.ts'
import { laterPart } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

const HomeScreen = laterPart(() => import('#storefront/home-screen.tsx'))

export const Route = createFileRoute('/')({
  codeSplitGroupings: [],
  head: () => pageName('Home'),
  // Started here, so that the data comes while the screen's code does; the page does not wait for it.
  loader: ({ context: { queryClient, trpc } }) => {
    void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
    prefetchPage(queryClient, advertisedQuery(trpc))
    return HomeScreen.ready()
  },
  component: HomeScreen,
})
