import { createFileRoute } from '@tanstack/react-router'
import { LateGonePage } from '#storefront/late-gone-page.tsx'
import { laterPart } from '#ui/later-part.tsx'
import { loadedName } from '#ui/page-name.ts'
import { readLaterPage } from '#ui/read-later-page.ts'

const PhonesScreen = laterPart(() => import('#storefront/phones-screen.tsx'))

export const Route = createFileRoute('/phones/$categorySlug')({
  codeSplitGroupings: [],
  validateSearch: readLaterPage,
  loaderDeps: ({ search }) => search,
  // Not in the first load of other pages.
  loader: async ({ context, params, deps }) => {
    const data = import('#storefront/load-phones.ts').then(({ loadPhones }) =>
      loadPhones(context, { ...params, ...deps }),
    )
    const [loaded] = await Promise.all([data, PhonesScreen.ready()])
    return loaded
  },
  head: loadedName,
  component: PhonesRoute,
})

function PhonesRoute() {
  const { category, gone } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return category ? <PhonesScreen category={category} after={after} /> : <LateGonePage gone={gone} />
}
