import { createFileRoute } from '@tanstack/react-router'
import { laterPart, loadParts } from '#ui/later-part.tsx'
import { loadedName } from '#ui/page-name.ts'
import { readLaterPage } from '#ui/read-later-page.ts'

const load = () => import('#storefront/seller-screen.tsx')
const SellerScreen = laterPart(load)

export const Route = createFileRoute('/sellers/$sellerId')({
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  // Not in the first load of other pages.
  loader: async ({ context, params, deps }) => {
    const data = import('#storefront/load-seller.ts').then(({ loadSeller }) => loadSeller(context, { ...params, ...deps }))
    const [loaded] = await Promise.all([data, loadParts(load)])
    return loaded
  },
  head: loadedName,
  component: SellerRoute,
})

function SellerRoute() {
  return <SellerScreen seller={Route.useLoaderData().seller} after={Route.useSearch().after} />
}
