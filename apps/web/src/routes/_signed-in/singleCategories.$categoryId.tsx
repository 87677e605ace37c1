import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { CategoryScreen } from '#storefront/category-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/singleCategories/$categoryId')({
  head: ({ match }) => pageName(match.status === 'notFound' ? 'Page not found' : 'All phones'),
  loader: async ({ context: { queries }, params }) => {
    prefetchPage(queries.listings.byCategory, params)
    void queries.listings.favoriteIds.prefetch()
    try {
      await queries.catalog.category.ensureData(params)
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  component: CategoryRoute,
})

function CategoryRoute() {
  return <CategoryScreen {...Route.useParams()} />
}
