import { createFileRoute } from '@tanstack/react-router'
import { GonePage } from '#storefront/gone-page.tsx'
import { PhonesScreen } from '#storefront/phones-screen.tsx'
import { loadedName } from '#ui/page-name.ts'
import { readLaterPage } from '#ui/read-later-page.ts'

export const Route = createFileRoute('/phones/$categorySlug')({
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  // Not in the first load of other pages.
  loader: async ({ context, params, deps }) => {
    const { loadPhones } = await import('#storefront/load-phones.ts')
    return loadPhones(context, { ...params, ...deps })
  },
  head: loadedName,
  component: PhonesRoute,
})

function PhonesRoute() {
  const { category, gone } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return category ? <PhonesScreen category={category} after={after} /> : <GonePage gone={gone} />
}
