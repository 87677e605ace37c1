import { createFileRoute } from '@tanstack/react-router'
import { FavoritesScreen } from '#storefront/favorites-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/favorites')({
  head: () => pageName('My favorites'),
  loader: ({ context: { queries } }) => {
    prefetchPage(queries.listings.favorites, {})
    void queries.listings.favoriteIds.prefetch()
    void queries.orders.myWaitingPlaces.prefetch()
  },
  component: FavoritesScreen,
})
