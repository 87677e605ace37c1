import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#api-client/or-not-found.ts'
import { categoryListingsQuery, categoryQuery } from '#listings/listing-queries.ts'
import { CategoryScreen } from '#storefront/category-screen.tsx'
import { idParam } from '#ui/id-param.ts'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/singleCategories/$categoryId')({
  head: ({ match }) => pageName(match.status === 'notFound' ? 'Page not found' : 'All phones'),
  params: idParam('categoryId'),
  loader: async ({ context: { queryClient, trpc }, params: { categoryId } }) => {
    prefetchPage(queryClient, categoryListingsQuery(trpc, categoryId))
    void queryClient.prefetchQuery(trpc.listings.favoriteIds.queryOptions())
    await orNotFound(queryClient.ensureQueryData(categoryQuery(trpc, categoryId)))
  },
  component: CategoryRoute,
})

function CategoryRoute() {
  return <CategoryScreen {...Route.useParams()} />
}
