import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, Heart } from 'lucide-react'
import { useAccount } from '../../app/session-context.ts'
import { Button, buttonLook } from '../../ui/button.tsx'

interface CardActionsProps {
  listing: ListingCard
  onBook: (listing: ListingCard) => void
  /** On a category's page a card also leads to favourites and home. */
  onCategoryPage?: boolean
}

/** What one can do with a listing on a shelf. */
export function CardActions({ listing, onBook, onCategoryPage = false }: CardActionsProps) {
  return (
    <div className="grid gap-1">
      <BookingButton listing={listing} onBook={onBook} />
      {onCategoryPage && (
        <div className="-mx-1.5 -mb-2 flex flex-wrap justify-between">
          <button type="button" className={quiet}>
            <Heart aria-hidden="true" className="size-3.5" />
            Add to favorites
            <ForReaders name={listing.productName} />
          </button>
          <Link to="/" className={quiet}>
            <ArrowLeft aria-hidden="true" className="size-3.5" />
            Back to Home
          </Link>
        </div>
      )}
    </div>
  )
}

const quiet =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-1.5 text-[0.8125rem] font-medium text-muted transition-colors hover:text-accent-ink'

function BookingButton({ listing, onBook }: Omit<CardActionsProps, 'onCategoryPage'>) {
  const account = useAccount()
  const here = useRouterState({ select: state => state.location.href })
  if (!account) {
    return (
      <Link to="/login" search={{ from: here }} className={buttonLook()}>
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
