import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { formatCents } from '@second-ring/contracts/money'
import { Link } from '@tanstack/react-router'
import { Megaphone, MegaphoneOff, Pencil, Trash2 } from 'lucide-react'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { BookingDetails, SaleActions } from './booking-details.tsx'
import { stateLabels } from './state-label.ts'

// Narrow enough on a small phone that the three stand side by side.
const action = 'flex-1 whitespace-nowrap max-xs:px-2'

interface ListingActions {
  /** Whether nothing can be done with them, of an account that is about to be deleted. */
  isReadOnly?: boolean
  /** The listing that is being put on Home, or taken off it, now. */
  advertisingId: string | undefined
  onAdvertise: (listing: OwnListing) => void
  onStopAdvertising: (listing: OwnListing) => void
  onEdit: (listing: OwnListing) => void
  onRemove: (listing: OwnListing) => void
  /** Asks for the code of the buyer of one that is paid. */
  onHandOver: (listing: OwnListing) => void
  onRefund: (listing: OwnListing) => void
}

/** What a seller has posted, with where each stands and what can be done with it. */
export function OwnListings({
  listings,
  isReadOnly = false,
  ...actions
}: ListingActions & { listings: readonly OwnListing[] }) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3">
      {listings.map(listing => (
        <li
          key={listing.id}
          className="grid grid-cols-1 items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 shadow-card md:grid-cols-[minmax(0,1fr)_auto] md:pr-5"
        >
          <div className="relative grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-4">
            <Picture image={listing.image} alt="" sizes="5rem" className="rounded-xl" />
            <ListingStatus listing={listing} isHidden={isReadOnly} />
          </div>
          {listing.state === 'AVAILABLE' && !isReadOnly && <Actions listing={listing} {...actions} />}
          {listing.booking && (
            <div className="col-span-full">
              <BookingDetails booking={listing.booking} />
              {listing.booking.paid && !listing.booking.handedOver && !isReadOnly && (
                <SaleActions listing={listing} booking={listing.booking} {...actions} />
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Where it stands for its seller, who knows of a phone that is paid whether it was handed over. */
function stateOf({ state, booking }: OwnListing): { label: string; tone: Tone } {
  if (state !== 'SOLD') return stateLabels[state]
  return booking && !booking.handedOver
    ? { label: 'Paid, not handed over yet', tone: 'warm' }
    : { label: 'Sold', tone: 'neutral' }
}

interface ListingStatusProps {
  listing: OwnListing
  /** Whether it has no page now, as its owner's account is about to be deleted. */
  isHidden: boolean
}

function ListingStatus({ listing, isHidden }: ListingStatusProps) {
  const { label, tone } = stateOf(listing)
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={tone}>{label}</Badge>
        {listing.state === 'AVAILABLE' && listing.advertisedAt && <Badge tone="warm">Advertised</Badge>}
      </div>
      <h2
        tabIndex={-1}
        className="mt-1 line-clamp-2 rounded-sm font-semibold tracking-normal wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent"
      >
        {isHidden ? (
          listing.productName
        ) : (
          // Its picture too.
          <Link
            to="/listings/$listingId"
            params={{ listingId: listing.id }}
            className="rounded-sm after:absolute after:inset-0 hover:underline"
          >
            {listing.productName}
          </Link>
        )}
      </h2>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span className="font-bold text-ink tabular-nums">{formatCents(listing.resalePriceCents)}</span>
        <span>
          Posted <Moment at={listing.postedAt} />
        </span>
      </p>
    </div>
  )
}

function Actions({
  listing,
  advertisingId,
  onAdvertise,
  onStopAdvertising,
  onEdit,
  onRemove,
}: ListingActions & { listing: OwnListing }) {
  const advertised = listing.advertisedAt !== null
  const AdvertiseIcon = advertised ? MegaphoneOff : Megaphone
  const name = <span className="sr-only"> {listing.productName}</span>
  return (
    <div className="flex flex-wrap gap-1.5 xs:gap-2">
      <Button
        variant="secondary"
        size="small"
        className={action}
        busy={advertisingId === listing.id}
        onClick={() => (advertised ? onStopAdvertising : onAdvertise)(listing)}
      >
        <AdvertiseIcon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
        {advertised ? 'Stop advertising' : 'Advertise'}
        {name}
      </Button>
      <Button variant="secondary" size="small" className={action} onClick={() => onEdit(listing)}>
        <Pencil aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
        Edit
        {name}
      </Button>
      <Button variant="danger" size="small" className={action} onClick={() => onRemove(listing)}>
        <Trash2 aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
        Delete
        {name}
      </Button>
    </div>
  )
}
