import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#api-client/or-not-found.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { listingQuery, similarQuery } from '#listings/listing-queries.ts'
import { ListingScreen } from '#storefront/listing-screen.tsx'
import { ListingSkeleton } from '#storefront/listing-skeleton.tsx'
import { idParam } from '#ui/id-param.ts'
import { loadedName } from '#ui/page-name.ts'

export const Route = createFileRoute('/listings/$listingId')({
  params: idParam('listingId'),
  loader: async ({ context: { queryClient, trpc }, params: { listingId } }) => {
    void queryClient.prefetchQuery(similarQuery(trpc, listingId))
    const { productName } = await orNotFound(queryClient.ensureQueryData(listingQuery(trpc, listingId)))
    return { title: productName }
  },
  head: loadedName,
  // Soon, and no longer than it takes: what was fetched ahead is there before.
  pendingMs: 150,
  pendingMinMs: 0,
  pendingComponent: ListingSkeleton,
  component: ListingPage,
})

function ListingPage() {
  const { listingId } = Route.useParams()
  const { data: listing, dataUpdatedAt } = useSuspenseQuery(listingQuery(useTRPC(), listingId))
  return <ListingScreen key={listingId} listing={listing} readAt={dataUpdatedAt} />
}
