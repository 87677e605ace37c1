import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { similarQuery } from '#listings/listing-queries.ts'
import { CardActions } from '#orders/card-actions.tsx'
import type { OpenBooking } from '#orders/use-booking.ts'

/** Phones like one, beside it. They are an offer: if they do not come, nothing is missed. */
export function SimilarPhones({ listingId, onBook }: { listingId: string; onBook: OpenBooking }) {
  const { data: listings, isError } = useQuery(similarQuery(useTRPC(), listingId))
  if (isError || listings?.length === 0) return null
  return (
    <section aria-labelledby="similar" className="mt-14">
      <h2 id="similar" className="mb-5 text-2xl font-bold">
        Similar phones
      </h2>
      {listings ? (
        <ListingGrid
          listings={listings}
          renderActions={listing => <CardActions listing={listing} onBook={wanted => onBook(wanted, listings)} />}
        />
      ) : (
        <ListingGridSkeleton />
      )}
    </section>
  )
}
