import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#storefront/home-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/')({
  head: () => pageName('Home'),
  // Started here, so that the data comes while the screen's code does; the page does not wait for it.
  loader: ({ context: { queries } }) => {
    void queries.catalog.categories.prefetch()
    prefetchPage(queries.listings.advertised, { limit: 8 })
  },
  component: HomeScreen,
})
