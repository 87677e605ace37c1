import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ComponentProps } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { ListingGrid, ListingGridSkeleton } from '#listings/listing-grid.tsx'
import { CardActions } from '#orders/card-actions.tsx'
import { FavoriteAction } from '#orders/favorite-action.tsx'
import { useBookingDialog } from '#orders/use-booking-dialog.tsx'
import { withMissed } from '#orders/with-missed.ts'
import { classNames } from '#ui/class-names.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { ErrorState } from '#ui/state-panel.tsx'
import { NothingFound } from './nothing-found.tsx'

type Query = Omit<ComponentProps<typeof LoadMore>['query'], 'data'> & {
  data: { pages: readonly { items: ListingCard[] }[] } | undefined
  error: unknown
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type SearchResultsProps = ComponentProps<typeof NothingFound> & { query: Query }

/** The phones that a search has found. */
export function SearchResults({ query, ...narrowing }: SearchResultsProps) {
  const booking = useBookingDialog()
  const found = query.data?.pages.flatMap(page => page.items)
  const listings = found && withMissed(found, booking.missed)
  return (
    <>
      {!listings && query.isError && (
        <ErrorState
          title="The search did not work"
          text={messageOf(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!listings && !query.isError && <ListingGridSkeleton count={6} width="besideMenu" />}
      {listings?.length === 0 && !query.isPlaceholderData && <NothingFound {...narrowing} />}
      {listings && listings.length > 0 && (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
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
          <LoadMore query={query} byScrolling />
        </div>
      )}
      {booking.dialog}
    </>
  )
}
