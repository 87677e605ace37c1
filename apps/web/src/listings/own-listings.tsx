import type { ListingState, OwnListing } from '@second-ring/contracts/listings/listing'
import { formatCents } from '@second-ring/contracts/money'
import { Megaphone, Trash2 } from 'lucide-react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Picture } from '../ui/picture.tsx'

const states: Record<ListingState, { label: string; tone: Tone }> = {
  AVAILABLE: { label: 'Available', tone: 'good' },
  RESERVED: { label: 'Booked', tone: 'warm' },
  SOLD: { label: 'Sold', tone: 'neutral' },
  REMOVED: { label: 'Removed', tone: 'neutral' },
}

interface OwnListingsProps {
  listings: readonly OwnListing[]
  /** The listing that is being advertised now. */
  advertisingId: string | undefined
  onAdvertise: (listing: OwnListing) => void
  onRemove: (listing: OwnListing) => void
}

/** What a seller has posted, with where each stands and what can be done with it. */
export function OwnListings({ listings, advertisingId, onAdvertise, onRemove }: OwnListingsProps) {
  return (
    <ul className="grid gap-3">
      {listings.map(listing => {
        const available = listing.state === 'AVAILABLE'
        return (
          <li
            key={listing.id}
            className="grid grid-cols-[5rem_1fr] items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 shadow-card md:grid-cols-[5rem_1fr_auto] md:pr-5"
          >
            <Picture image={listing.image} alt="" sizes="5rem" className="rounded-xl" />
            <div className="min-w-0">
              <div className="flex flex-wrap gap-1.5">
                <Badge tone={states[listing.state].tone}>{states[listing.state].label}</Badge>
                {available && listing.advertisedAt && <Badge tone="warm">Advertised</Badge>}
              </div>
              <h2 className="mt-1 line-clamp-2 font-semibold tracking-normal">{listing.productName}</h2>
              <p className="text-sm text-muted">
                <span className="font-bold text-ink tabular-nums">{formatCents(listing.resalePriceCents)}</span> ·
                posted <Moment at={listing.postedAt} />
              </p>
            </div>
            {available && (
              <div className="col-span-2 flex gap-2 md:col-span-1">
                {!listing.advertisedAt && (
                  <Button
                    variant="secondary"
                    size="small"
                    className="flex-1"
                    busy={advertisingId === listing.id}
                    onClick={() => onAdvertise(listing)}
                  >
                    <Megaphone aria-hidden="true" className="size-4" />
                    Advertise
                    <span className="sr-only"> {listing.productName}</span>
                  </Button>
                )}
                <Button variant="danger" size="small" className="flex-1" onClick={() => onRemove(listing)}>
                  <Trash2 aria-hidden="true" className="size-4" />
                  Delete
                  <span className="sr-only"> {listing.productName}</span>
                </Button>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
