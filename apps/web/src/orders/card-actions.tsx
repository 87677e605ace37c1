import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '#session/session-context.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useOffline } from '#ui/use-offline.ts'

const ReservedActions = lazyPart(() => import('./reserved-actions.tsx'), <div className="h-11" />)

interface CardActionsProps {
  listing: ListingCard
  onBook: (listing: ListingCard) => void
  /** What stands quietly under the Booking button. */
  children?: ReactNode
}

/** What one can do with a listing on a list. */
export function CardActions({ listing, onBook, children }: CardActionsProps) {
  const account = useAccount()
  const booking = <BookingButton listing={listing} onBook={onBook} />
  const mayWait = listing.state === 'RESERVED' && account && account.id !== listing.sellerId
  return (
    <div className="grid gap-1">
      {listing.state === 'AVAILABLE' && booking}
      {listing.state !== 'AVAILABLE' && !mayWait && <Button disabled>Not available</Button>}
      {mayWait && <ReservedActions listing={listing} booking={booking} />}
      {children && <div className="-mx-1.5 -mb-2 flex flex-wrap justify-between">{children}</div>}
    </div>
  )
}

function BookingButton({ listing, onBook }: Pick<CardActionsProps, 'listing' | 'onBook'>) {
  const account = useAccount()
  const here = useRouterState({ select: state => state.location.href })
  // The price may be another by now.
  if (useOffline()) return <Button disabled>Booking needs a connection</Button>
  if (!account) {
    return (
      <Link to="/login" search={{ from: here }} className={buttonClass()}>
        Booking
        <ForReaders name={listing.productName} />
      </Link>
    )
  }
  if (account.id === listing.sellerId) return <Button disabled>Your own phone</Button>
  return (
    <Button onClick={() => onBook(listing)}>
      Booking
      <ForReaders name={listing.productName} />
    </Button>
  )
}

// Read out, a list of buttons needs to say which phone each is for.
function ForReaders({ name }: { name: string }) {
  return <span className="sr-only">: {name}</span>
}
