import { createFileRoute } from '@tanstack/react-router'
import { SellerScreen } from '#storefront/seller-screen.tsx'
import { loadedName } from '#ui/page-name.ts'
import { readLaterPage } from '#ui/read-later-page.ts'

export const Route = createFileRoute('/sellers/$sellerId')({
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  // Not in the first load of other pages.
  loader: async ({ context, params, deps }) => {
    const { loadSeller } = await import('#storefront/load-seller.ts')
    return loadSeller(context, { ...params, ...deps })
  },
  head: loadedName,
  component: SellerRoute,
})

function SellerRoute() {
  return <SellerScreen seller={Route.useLoaderData().seller} after={Route.useSearch().after} />
}
