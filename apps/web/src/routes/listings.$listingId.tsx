import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { trpc } from '#api-client/trpc.ts'
import { ListingScreen } from '#storefront/listing-screen.tsx'
import { ListingSkeleton } from '#storefront/listing-skeleton.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/listings/$listingId')({
  head: ({ loaderData }) => pageName(loaderData ?? 'Page not found'),
  loader: async ({ context: { queries }, params }) => {
    void queries.listings.similar.prefetch(params)
    try {
      return (await queries.listings.get.ensureData(params)).productName
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  // Soon, and no longer than it takes: what was fetched ahead is there before.
  pendingMs: 150,
  pendingMinMs: 0,
  pendingComponent: ListingSkeleton,
  component: ListingPage,
})

function ListingPage() {
  const { listingId } = Route.useParams()
  const [listing] = trpc.listings.get.useSuspenseQuery({ listingId })
  return <ListingScreen key={listingId} listing={listing} />
}
