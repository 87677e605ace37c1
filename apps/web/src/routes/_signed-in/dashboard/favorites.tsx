import { createFileRoute } from '@tanstack/react-router'
import { FavoritesScreen } from '#storefront/favorites-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { byCursor, prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/favorites')({
  head: () => pageName('My favorites'),
  loader: ({ context: { queryClient, trpc } }) => {
    prefetchPage(queryClient, trpc.listings.favorites.infiniteQueryOptions({}, byCursor))
    void queryClient.prefetchQuery(trpc.listings.favoriteIds.queryOptions())
    void queryClient.prefetchQuery(trpc.orders.myWaitingPlaces.queryOptions())
  },
  component: FavoritesScreen,
})
