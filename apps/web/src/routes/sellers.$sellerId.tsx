import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { SellerScreen } from '#storefront/seller-screen.tsx'
import { loadPage, readLaterPage } from '#ui/later-pages.ts'
import { pageName } from '#ui/page-name.ts'
import { byCursor } from '#ui/pages.ts'

export const Route = createFileRoute('/sellers/$sellerId')({
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, trpc }, params, deps }) => {
    const list = trpc.listings.bySeller.infiniteQueryOptions(params, byCursor)
    const loading = loadPage(queryClient, list, deps.after)
    try {
      const [seller] = await Promise.all([queryClient.fetchQuery(trpc.listings.seller.queryOptions(params)), loading])
      return seller
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  head: ({ loaderData }) => pageName(loaderData ? `${loaderData.name}, seller` : 'Page not found'),
  component: SellerRoute,
})

function SellerRoute() {
  return <SellerScreen seller={Route.useLoaderData()} after={Route.useSearch().after} />
}
