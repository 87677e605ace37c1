import type { ListingCard as Listing } from '@second-ring/contracts/listings/listing'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { cardBody, ListingCard } from './listing-card.tsx'

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-5'
const widths = {
  page: {
    columns: 'lg:grid-cols-3 xl:grid-cols-4',
    pictures:
      '(min-width: 80rem) 18.3rem, (min-width: 64rem) calc(33.3vw - 1.8rem), (min-width: 40rem) calc(50vw - 2.1rem), 7rem',
  },
  besideMenu: {
    columns: 'xl:grid-cols-3',
    pictures:
      '(min-width: 80rem) 19.2rem, (min-width: 64rem) calc(50vw - 10.6rem), (min-width: 40rem) calc(50vw - 2.1rem), 7rem',
  },
}

interface ListingGridProps {
  listings: readonly Listing[]
  showPurchase?: boolean
  /** The level of the cards' headings on the page. */
  heading?: 'h2' | 'h3'
  /** How much of the page it has. */
  width?: keyof typeof widths
  /** Whether it is what the page shows first: then its first pictures are fetched at once. */
  isFirst?: boolean
  renderActions: (listing: Listing) => ReactNode
}

/** Listings side by side. */
export function ListingGrid({
  listings,
  showPurchase = false,
  heading = 'h3',
  width = 'page',
  isFirst = false,
  renderActions,
}: ListingGridProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className={cx(grid, widths[width].columns)}>
      {listings.map((listing, index) => (
        <li key={listing.id} data-listing={listing.id}>
          <ListingCard
            {...{ listing, showPurchase, heading }}
            sizes={widths[width].pictures}
            eager={isFirst && index < 2}
            actions={renderActions(listing)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The grid while it loads, in the measures of the cards to come. */
export function ListingGridSkeleton({ count = 4, width = 'page' }: { count?: number; width?: keyof typeof widths }) {
  return (
    <div role="status" className={cx(grid, widths[width].columns)}>
      <span className="sr-only">Loading the phones</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change places
          key={index}
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          <div className={cardBody}>
            <Skeleton className="aspect-square rounded-xl sm:rounded-none" />
            <div className="grid content-start gap-3 sm:px-4 sm:pt-5">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-6 w-1/3" />
            </div>
            <div className="col-span-full grid grid-cols-2 gap-x-4 gap-y-2 pt-3.5 sm:grid-cols-1 sm:px-4 sm:pb-5">
              <Skeleton className="h-4 sm:w-2/3" />
              <Skeleton className="h-4 sm:w-1/2" />
              <Skeleton className="h-4 sm:w-1/2" />
            </div>
          </div>
          <div className="p-3 sm:p-4 sm:pt-0">
            <Skeleton className="h-11 rounded-full" />
            <div className="flex h-10 items-center justify-between pt-3">
              <Skeleton className="h-3 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
