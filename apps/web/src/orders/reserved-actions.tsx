import { changedQueries } from '@second-ring/contracts/changed-queries'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAgain } from '#api-client/read-changed.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useFavorites } from '#listings/use-favorites.ts'
import { buttonClass } from '#ui/button.tsx'
import { myOrdersQuery } from './order-queries.ts'
import { placeIn, useWaitingLines } from './use-waiting-lines.ts'
import { WaitingPlace } from './waiting-place.tsx'

interface ReservedActionsProps {
  listing: ListingCard
  /** The way to book it, for whom it is offered to. */
  booking: ReactNode
}

/** What one can do about a phone that is reserved: see one's own booking, or wait until it becomes free. */
export default function ReservedActions({ listing, booking }: ReservedActionsProps) {
  const queryClient = useQueryClient()
  const lines = useWaitingLines()
  const favorites = useFavorites()
  const orders = useInfiniteQuery(myOrdersQuery(useTRPC()))
  const mine = orders.data?.pages
    .flatMap(page => page.items)
    .some(order => order.listingId === listing.id && order.state === 'PLACED')

  // In the height of what is to come.
  if (!lines.places || orders.isPending) return <div className="h-11" />
  if (mine) {
    return (
      <Link to="/dashboard/myOrders" className={buttonClass({ variant: 'secondary' })}>
        You have booked it
        <span className="sr-only">: {listing.productName}. See my orders</span>
      </Link>
    )
  }

  return (
    <WaitingPlace
      productName={listing.productName}
      place={placeIn(lines.places, listing.id)}
      busy={lines.busy}
      booking={booking}
      onJoin={async () => {
        // What is offered to one person alone is in no category: they find it among their favourites.
        if ((await lines.join(listing)) && !favorites.ids?.has(listing.id)) favorites.set(listing.id, true)
      }}
      onLeave={() => void lines.leave(listing)}
      // The offer has gone to the next in line.
      onOver={() => void readAgain(queryClient, changedQueries['orders.leaveWaitingList'] ?? [])}
    />
  )
}
