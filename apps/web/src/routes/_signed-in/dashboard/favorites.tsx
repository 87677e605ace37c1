import { createFileRoute } from '@tanstack/react-router'
import { favoritesQuery } from '#listings/listing-queries.ts'
import { FavoritesScreen } from '#storefront/favorites-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/favorites')({
  head: () => pageName('My favorites'),
  loader: ({ context: { queryClient, trpc } }) => {
    prefetchPage(queryClient, favoritesQuery(trpc))
    void queryClient.prefetchQuery(trpc.listings.favoriteIds.queryOptions())
    void queryClient.prefetchQuery(trpc.orders.myWaitingPlaces.queryOptions())
  },
  component: FavoritesScreen,
})
