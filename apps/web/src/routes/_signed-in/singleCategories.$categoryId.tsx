import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { CategoryScreen } from '#storefront/category-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { byCursor, prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/singleCategories/$categoryId')({
  head: ({ match }) => pageName(match.status === 'notFound' ? 'Page not found' : 'All phones'),
  loader: async ({ context: { queryClient, trpc }, params }) => {
    prefetchPage(queryClient, trpc.listings.byCategory.infiniteQueryOptions(params, byCursor))
    void queryClient.prefetchQuery(trpc.listings.favoriteIds.queryOptions())
    try {
      await queryClient.ensureQueryData(trpc.catalog.category.queryOptions(params))
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  component: CategoryRoute,
})

function CategoryRoute() {
  return <CategoryScreen {...Route.useParams()} />
}
