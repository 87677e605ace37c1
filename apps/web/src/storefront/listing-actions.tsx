import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { Link, useRouterState } from '@tanstack/react-router'
import { CardActions } from '#orders/card-actions.tsx'
import { FavoriteAction } from '#orders/favorite-action.tsx'
import { useAccount } from '#session/session-context.ts'
import { Button, buttonClass } from '#ui/button.tsx'

interface ListingActionsProps {
  listing: ListingCard
  /** Whether it was read too long ago to be booked. */
  isOld: boolean
  onBook: (listing: ListingCard) => void
}

/** What one can do about a phone on its own page: the same as on its card, and in words when there is nothing. */
export function ListingActions({ listing, isOld, onBook }: ListingActionsProps) {
  const account = useAccount()
  const here = useRouterState({ select: state => state.location.href })
  return (
    <div className="grid gap-2">
      {listing.state === 'SOLD' && <p className="font-semibold">This phone is sold. Those below may do as well.</p>}
      {listing.state === 'RESERVED' && !account && (
        <Link to="/login" search={{ from: here }} className={buttonClass({ variant: 'secondary' })}>
          Tell me if it becomes free
          <span className="sr-only">: {listing.productName}</span>
        </Link>
      )}
      {listing.state === 'AVAILABLE' && (
        <noscript>
          <p className="text-sm">Booking needs JavaScript: turn it on, and load this page again.</p>
        </noscript>
      )}
      {isOld ? (
        <Button disabled>Booking needs a connection</Button>
      ) : (
        <CardActions listing={listing} onBook={onBook}>
          <FavoriteAction listing={listing} />
        </CardActions>
      )}
    </div>
  )
}
