import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { PhonesScreen } from '#storefront/phones-screen.tsx'
import { loadPage, readLaterPage } from '#ui/later-pages.ts'
import { pageName } from '#ui/page-name.ts'
import { byCursor } from '#ui/pages.ts'

export const Route = createFileRoute('/phones/$categorySlug')({
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, trpc }, params: { categorySlug }, deps }) => {
    const categories = await queryClient.fetchQuery(trpc.catalog.categories.queryOptions())
    const wanted = categorySlug.toLowerCase()
    const category = categories.find(({ id, slug }) => slug === wanted || id === wanted)
    if (!category) throw notFound()
    const { id: categoryId, slug } = category
    if (slug !== categorySlug)
      throw redirect({ to: '/phones/$categorySlug', params: { categorySlug: slug }, search: deps, replace: true })
    await loadPage(queryClient, trpc.listings.byCategory.infiniteQueryOptions({ categoryId }, byCursor), deps.after)
    return category
  },
  head: ({ loaderData }) => pageName(loaderData ? `Second-hand ${loaderData.name}` : 'Page not found'),
  component: PhonesRoute,
})

function PhonesRoute() {
  return <PhonesScreen category={Route.useLoaderData()} after={Route.useSearch().after} />
}
