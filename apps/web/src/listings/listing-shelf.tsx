import type { ListingCard as Listing } from '@second-ring/contracts/listings/listing'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ListingCard } from './listing-card.tsx'

const shelf = 'grid gap-4 sm:grid-cols-2 sm:gap-5'
const widths = { page: 'lg:grid-cols-3 xl:grid-cols-4', besideMenu: 'xl:grid-cols-3' }

interface ListingShelfProps {
  listings: readonly Listing[]
  showPurchase?: boolean
  /** The level of the cards' headings on the page. */
  heading?: 'h2' | 'h3'
  /** How much of the page it has. */
  width?: keyof typeof widths
  renderActions: (listing: Listing) => ReactNode
}

/** Listings side by side. */
export function ListingShelf({
  listings,
  showPurchase = false,
  heading = 'h3',
  width = 'page',
  renderActions,
}: ListingShelfProps) {
  return (
    <ul className={classNames(shelf, widths[width])}>
      {listings.map((listing, index) => (
        <li key={listing.id}>
          <ListingCard
            listing={listing}
            eager={index < 2}
            showPurchase={showPurchase}
            heading={heading}
            actions={renderActions(listing)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The shelf while it loads, in the measures of the cards to come. */
export function ListingShelfSkeleton({ count = 4, width = 'page' }: { count?: number; width?: keyof typeof widths }) {
  return (
    <div role="status" className={classNames(shelf, widths[width])}>
      <span className="sr-only">Loading the phones</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change places
          key={index}
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          <div className="grid grid-cols-[minmax(7.5rem,36%)_1fr] sm:grid-cols-1">
            <Skeleton className="max-sm:m-3 max-sm:mr-0 max-sm:rounded-xl sm:aspect-square sm:rounded-none" />
            <div className="grid gap-3 p-4">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-7 w-1/3" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
          <div className="p-4 pt-0">
            <Skeleton className="h-11 w-full rounded-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
