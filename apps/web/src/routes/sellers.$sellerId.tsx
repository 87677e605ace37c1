import { createFileRoute } from '@tanstack/react-router'
import { laterPart } from '#ui/later-part.tsx'
import { loadedName } from '#ui/page-name.ts'
import { readLaterPage } from '#ui/read-later-page.ts'

const SellerScreen = laterPart(() => import('#storefront/seller-screen.tsx'))

export const Route = createFileRoute('/sellers/$sellerId')({
  codeSplitGroupings: [],
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  // Not in the first load of other pages.
  loader: async ({ context, params, deps }) => {
    const data = import('#storefront/load-seller.ts').then(({ loadSeller }) =>
      loadSeller(context, { ...params, ...deps }),
    )
    const [loaded] = await Promise.all([data, SellerScreen.ready()])
    return loaded
  },
  head: loadedName,
  component: SellerRoute,
})

function SellerRoute() {
  return <SellerScreen seller={Route.useLoaderData().seller} after={Route.useSearch().after} />
}
