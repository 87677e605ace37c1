import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ComponentProps, ReactNode } from 'react'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { type ListQuery, QueryList } from '#ui/query-list.tsx'
import { BookingDialogs } from './booking-dialogs.tsx'
import { CardActions } from './card-actions.tsx'
import { FavoriteAction } from './favorite-action.tsx'
import { useBooking } from './use-booking.ts'
import { withMissed } from './with-missed.ts'

type BookableListProps = Pick<ComponentProps<typeof ListingGrid>, 'width' | 'heading'> & {
  query: ListQuery<ListingCard>
  /** What is shown, as in ‘Loading the phones’. */
  what: string
  empty: ReactNode
  /** A link to the next page, for who browses without script. */
  nextPage?: ReactNode
}

/** A list of phones that anyone may look at, and book once they have signed in. */
export function BookableList({ query, what, empty, nextPage, width = 'page', heading = 'h2' }: BookableListProps) {
  const booking = useBooking()
  const found = query.data?.pages.flatMap(page => page.items)
  return (
    <>
      <QueryList
        query={query}
        items={found && withMissed(found, booking.missed)}
        what={what}
        skeleton={<ListingGridSkeleton count={6} width={width} />}
        empty={empty}
        nextPage={nextPage}
      >
        {listings => (
          <ListingGrid
            isFirst
            listings={listings}
            heading={heading}
            width={width}
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
