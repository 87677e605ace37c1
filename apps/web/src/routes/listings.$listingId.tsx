import { createFileRoute } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { listingQuery, similarQuery } from '#listings/listing-queries.ts'
import { LateGonePage } from '#storefront/late-gone-page.tsx'
import { ListingSkeleton } from '#storefront/listing-skeleton.tsx'
import { idParam } from '#ui/id-param.ts'
import { laterPart } from '#ui/later-part.tsx'
import { loadedName } from '#ui/page-name.ts'

const ListingScreen = laterPart(() => import('#storefront/listing-screen.tsx'))

export const Route = createFileRoute('/listings/$listingId')({
  codeSplitGroupings: [],
  params: idParam('listingId'),
  loader: async ({ context, params: { listingId } }) => {
    const { queryClient, trpc } = context
    void queryClient.prefetchQuery(similarQuery(trpc, listingId))
    try {
      const [{ productName }] = await Promise.all([
        queryClient.ensureQueryData(listingQuery(trpc, listingId)),
        ListingScreen.ready(),
      ])
      return { title: productName, gone: null }
    } catch (error) {
      if (!isNotThere(error)) throw error
      const { findGonePhone } = await import('#storefront/find-gone.ts')
      const gone = await findGonePhone(context, { listingId })
      return { title: gone.title, gone }
    }
  },
  head: loadedName,
  // Soon, and no longer than it takes: what was fetched ahead is there before.
  pendingMs: 150,
  pendingMinMs: 0,
  pendingComponent: ListingSkeleton,
  component: ListingRoute,
})

function ListingRoute() {
  const { gone } = Route.useLoaderData()
  return gone ? <LateGonePage gone={gone} /> : <ListingPage />
}

function ListingPage() {
  return <ListingScreen listingId={Route.useParams().listingId} />
}
