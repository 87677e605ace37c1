import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { isNotThere } from '#api-client/errors.ts'
import { trpc } from '#api-client/trpc.ts'
import { FavoriteToggle } from '#listings/favorite-toggle.tsx'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { useFavorites } from '#listings/use-favorites.ts'
import { BackToHome, CardActions } from '#orders/card-actions.tsx'
import { type OpenBooking, useBookingDialog } from '#orders/use-booking-dialog.tsx'
import { type Missed, withMissed } from '#orders/with-missed.ts'
import { buttonClass } from '#ui/button.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor, prefetchPage } from '#ui/pages.ts'
import { EmptyState, ErrorState } from '#ui/state-panel.tsx'

export const Route = createFileRoute('/_signed-in/singleCategories/$categoryId')({
  head: ({ match }) => pageName(match.status === 'notFound' ? 'Page not found' : 'All phones'),
  loader: async ({ context: { queries }, params }) => {
    prefetchPage(queries.listings.byCategory, params)
    void queries.listings.favoriteIds.prefetch()
    try {
      await queries.catalog.category.ensureData(params)
    } catch (error) {
      throw isNotThere(error) ? notFound() : error
    }
  },
  component: CategoryPage,
})

function CategoryPage() {
  const { categoryId } = Route.useParams()
  const booking = useBookingDialog()
  const [category] = trpc.catalog.category.useSuspenseQuery({ categoryId })
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
      {booking.dialog}
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
  const query = trpc.listings.byCategory.useInfiniteQuery({ categoryId }, byCursor)
  const free = query.data?.pages.flatMap(page => page.items)
  const listings = free && withMissed(free, missed)

  if (!listings && query.isError) {
    return (
      <ErrorState
        title="The phones did not load"
        text={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!listings) return <ListingGridSkeleton count={8} />
  if (listings.length === 0) {
    return (
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
    )
  }
  return (
    <>
      <ListingGrid
        listings={listings}
        heading="h2"
        renderActions={listing => (
          <CardActions listing={listing} onBook={wanted => onBook(wanted, listings)}>
            <FavoriteToggle listing={listing} favorites={favorites} />
            <BackToHome />
          </CardActions>
        )}
      />
      <LoadMore query={query} byScrolling />
    </>
  )
}
