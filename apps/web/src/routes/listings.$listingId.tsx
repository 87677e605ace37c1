import { createFileRoute, notFound } from '@tanstack/react-router'
import { isNotThere } from '../app/errors.ts'
import { pageName } from '../app/page-name.ts'
import { trpc } from '../app/trpc.ts'
import { ListingScreen } from './-listing/listing-screen.tsx'
import { ListingSkeleton } from './-listing/listing-skeleton.tsx'

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
