import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { ListingScreen } from '#storefront/listing-screen.tsx'
import { ListingSkeleton } from '#storefront/listing-skeleton.tsx'
import { loadedName } from '#ui/page-name.ts'

export const Route = createFileRoute('/listings/$listingId')({
  loader: async ({ context: { queryClient, trpc }, params }) => {
    void queryClient.prefetchQuery(trpc.listings.similar.queryOptions(params))
    try {
      return { title: (await queryClient.ensureQueryData(trpc.listings.get.queryOptions(params))).productName }
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
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
  const { data: listing } = useSuspenseQuery(useTRPC().listings.get.queryOptions({ listingId }))
  return <ListingScreen key={listingId} listing={listing} />
}
