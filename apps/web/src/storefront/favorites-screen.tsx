import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { FavoriteToggle } from '#listings/favorite-toggle.tsx'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { favoritesQuery } from '#listings/listing-queries.ts'
import { useFavorites } from '#listings/use-favorites.ts'
import { BookingDialogs } from '#orders/booking-dialogs.tsx'
import { CardActions } from '#orders/card-actions.tsx'
import { type OpenBooking, useBooking } from '#orders/use-booking.ts'
import { useOffersFirst } from '#orders/use-offers-first.ts'
import { WaitingElsewhere } from '#orders/waiting-elsewhere.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryList } from '#ui/query-list.tsx'

export function FavoritesScreen() {
  const booking = useBooking()
  return (
    <>
      <PageTitle className="mb-6">My favorites</PageTitle>
      <WaitingElsewhere />
      <FavoritesList onBook={booking.open} />
      <BookingDialogs booking={booking} />
    </>
  )
}

function FavoritesList({ onBook }: { onBook: OpenBooking }) {
  const favorites = useFavorites()
  const query = useInfiniteQuery(favoritesQuery(useTRPC()))
  // What was just taken out leaves at once, and comes back if that is rejected.
  const kept = query.data?.pages.flatMap(page => page.items).filter(listing => favorites.ids?.has(listing.id) ?? true)
  return (
    <QueryList
      query={query}
      items={useOffersFirst(kept, query)}
      what="your favorites"
      skeleton={<ListingGridSkeleton width="besideMenu" />}
      empty={
        <EmptyState
          icon={<Heart />}
          title="You have no favorites yet"
          text="Press Add to favorites on a phone in any category, and it waits for you here."
          action={
            <Link to="/" className={buttonClass()}>
              Find a phone
            </Link>
          }
        />
      }
    >
      {listings => (
        <ListingGrid
          isFirst
          listings={listings}
          heading="h2"
          width="besideMenu"
          renderActions={listing => (
            <CardActions listing={listing} onBook={wanted => onBook(wanted, listings)}>
              <FavoriteToggle listing={listing} favorites={favorites} assumed />
            </CardActions>
          )}
        />
      )}
    </QueryList>
  )
}
