import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { listingQuery, similarQuery } from '#listings/listing-queries.ts'
import { GonePage } from '#storefront/gone-page.tsx'
import { ListingScreen } from '#storefront/listing-screen.tsx'
import { ListingSkeleton } from '#storefront/listing-skeleton.tsx'
import { idParam } from '#ui/id-param.ts'
import { loadedName } from '#ui/page-name.ts'

export const Route = createFileRoute('/listings/$listingId')({
  params: idParam('listingId'),
  loader: async ({ context, params: { listingId } }) => {
    const { queryClient, trpc } = context
    void queryClient.prefetchQuery(similarQuery(trpc, listingId))
    try {
      const { productName } = await queryClient.ensureQueryData(listingQuery(trpc, listingId))
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
  return gone ? <GonePage gone={gone} /> : <ListingPage />
}

function ListingPage() {
  const { listingId } = Route.useParams()
  const { data: listing, dataUpdatedAt } = useSuspenseQuery(listingQuery(useTRPC(), listingId))
  return <ListingScreen key={listingId} listing={listing} readAt={dataUpdatedAt} />
}
