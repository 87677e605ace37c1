import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { FavoriteToggle } from '#listings/favorite-toggle.tsx'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { categoryListingsQuery, categoryQuery } from '#listings/listing-queries.ts'
import { useFavorites } from '#listings/use-favorites.ts'
import { BackToHome } from '#orders/back-to-home.tsx'
import { BookingDialogs } from '#orders/booking-dialogs.tsx'
import { CardActions } from '#orders/card-actions.tsx'
import { type OpenBooking, useBooking } from '#orders/use-booking.ts'
import { type Missed, withMissed } from '#orders/with-missed.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryList } from '#ui/query-list.tsx'

export function CategoryScreen({ categoryId }: { categoryId: string }) {
  const booking = useBooking()
  const { data: category } = useSuspenseQuery(categoryQuery(useTRPC(), categoryId))
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6 sm:py-14">
      <PageTitle>All phones</PageTitle>
      <p className="mt-2 mb-8 text-lg text-muted">
        In <strong className="font-semibold text-ink">{category.name}</strong>, newest first
      </p>
      <CategoryListings
        categoryId={categoryId}
        missed={booking.missed.filter(({ listing }) => listing.categoryId === categoryId)}
        onBook={booking.open}
      />
      <BookingDialogs booking={booking} />
    </div>
  )
}

interface CategoryListingsProps {
  categoryId: string
  missed: readonly Missed[]
  onBook: OpenBooking
}

function CategoryListings({ categoryId, missed, onBook }: CategoryListingsProps) {
  const favorites = useFavorites()
  const query = useInfiniteQuery(categoryListingsQuery(useTRPC(), categoryId))
  const free = query.data?.pages.flatMap(page => page.items)
  return (
    <QueryList
      query={query}
      items={free && withMissed(free, missed)}
      what="the phones"
      skeleton={<ListingGridSkeleton count={8} />}
      empty={
        <EmptyState
          icon={<Smartphone />}
          title="No phones here right now"
          text="Look into another category, or save a search: we tell you when a phone that matches is posted."
          action={
            <Link to="/" className={buttonClass({ variant: 'secondary' })}>
              Back to Home
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
          renderActions={listing => (
            <CardActions listing={listing} onBook={wanted => onBook(wanted, listings)}>
              <FavoriteToggle listing={listing} favorites={favorites} />
              <BackToHome />
            </CardActions>
          )}
        />
      )}
    </QueryList>
  )
}
