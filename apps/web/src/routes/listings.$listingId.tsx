import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#api-client/or-not-found.ts'
import { listingQuery, similarQuery } from '#listings/listing-queries.ts'
import { ListingSkeleton } from '#storefront/listing-skeleton.tsx'
import { idParam } from '#ui/id-param.ts'
import { laterPart } from '#ui/later-part.tsx'
import { loadedName } from '#ui/page-name.ts'

const ListingScreen = laterPart(() => import('#storefront/listing-screen.tsx'))

export const Route = createFileRoute('/listings/$listingId')({
  codeSplitGroupings: [],
  params: idParam('listingId'),
  loader: async ({ context: { queryClient, trpc }, params: { listingId } }) => {
    void queryClient.prefetchQuery(similarQuery(trpc, listingId))
    const [{ productName }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(listingQuery(trpc, listingId))),
      ListingScreen.ready(),
    ])
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
  return <ListingScreen listingId={Route.useParams().listingId} />
}
