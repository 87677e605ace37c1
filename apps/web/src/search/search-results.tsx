import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ComponentProps } from 'react'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { BookingDialogs } from '#orders/booking-dialogs.tsx'
import { CardActions } from '#orders/card-actions.tsx'
import { FavoriteAction } from '#orders/favorite-action.tsx'
import { useBooking } from '#orders/use-booking.ts'
import { withMissed } from '#orders/with-missed.ts'
import { type ListQuery, QueryList } from '#ui/query-list.tsx'
import { NothingFound } from './nothing-found.tsx'

type SearchResultsProps = ComponentProps<typeof NothingFound> & { query: ListQuery<ListingCard> }

/** The phones that a search has found. */
export function SearchResults({ query, ...narrowing }: SearchResultsProps) {
  const booking = useBooking()
  const found = query.data?.pages.flatMap(page => page.items)
  return (
    <>
      <QueryList
        query={query}
        items={found && withMissed(found, booking.missed)}
        what="the search"
        skeleton={<ListingGridSkeleton count={6} width="besideMenu" />}
        empty={<NothingFound {...narrowing} />}
      >
        {listings => (
          <ListingGrid
            listings={listings}
            heading="h2"
            width="besideMenu"
            renderActions={listing => (
              <CardActions listing={listing} onBook={wanted => booking.open(wanted, listings)}>
                <FavoriteAction listing={listing} />
              </CardActions>
            )}
          />
        )}
      </QueryList>
      <BookingDialogs booking={booking} />
    </>
  )
}
