import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { advertisedQuery } from '#listings/listing-queries.ts'
import { BookingDialogs } from '#orders/booking-dialogs.tsx'
import { CardActions } from '#orders/card-actions.tsx'
import { type OpenBooking, useBooking } from '#orders/use-booking.ts'
import { type Missed, withMissed } from '#orders/with-missed.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryList } from '#ui/query-list.tsx'

/** The phones that their sellers advertise, last advertised first. */
export function AdvertisedItems() {
  const booking = useBooking()
  return (
    <>
      <Advertised missed={booking.missed} onBook={booking.open} />
      <BookingDialogs booking={booking} />
    </>
  )
}

function Advertised({ missed, onBook }: { missed: readonly Missed[]; onBook: OpenBooking }) {
  const advertised = useInfiniteQuery(advertisedQuery(useTRPC()))
  const free = advertised.data?.pages.flatMap(page => page.items)
  return (
    <QueryList
      query={advertised}
      items={free && withMissed(free, missed)}
      what="the advertised phones"
      errorText={() => 'The rest of the shop is open. Try again in a moment.'}
      skeleton={<ListingGridSkeleton />}
      empty={<NoneAdvertised />}
      byPress
    >
      {listings => (
        <ListingGrid
          listings={listings}
          showPurchase
          renderActions={listing => <CardActions listing={listing} onBook={wanted => onBook(wanted, listings)} />}
        />
      )}
    </QueryList>
  )
}

function NoneAdvertised() {
  const categories = useQuery(useTRPC().catalog.categories.queryOptions())
  const isClosed = categories.data?.length === 0
  return (
    <EmptyState
      icon={<Megaphone />}
      title="There is no Advertised item to show"
      text={
        isClosed
          ? 'Nothing can be for sale before the market has categories.'
          : 'No seller advertises a phone now. Look into the categories above.'
      }
    />
  )
}
