import { createFileRoute, notFound } from '@tanstack/react-router'
import { domainCode } from '../app/errors.ts'
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
      // What is no id at all is as little there as an id that nothing has.
      const code = domainCode(error)
      throw code === 'NOT_FOUND' || code === 'INVALID_INPUT' ? notFound() : error
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
