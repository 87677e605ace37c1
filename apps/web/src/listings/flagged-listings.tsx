import type { FlaggedListingsOutput, FlagReason } from '@second-ring/contracts/listings/price-estimate'
import { formatCents } from '@second-ring/contracts/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { UserLink } from '#accounts/user-link.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { describeBand } from './price-estimate.tsx'
import { SellerName } from './seller-name.tsx'

export type FlaggedListing = z.infer<typeof FlaggedListingsOutput>['items'][number]

interface FlaggedListingsProps {
  flagged: readonly FlaggedListing[]
  /** What an admin can do about one. */
  act: (listing: FlaggedListing['listing']) => ReactNode
}

/** What admins read of each reason. */
const reasonNames: Record<FlagReason, string> = {
  price: 'Price far below others',
  twin: 'Equal to other posts',
  'copied-picture': 'Copied picture',
  'verified-name': 'Looks like a verified seller',
}

/** Flagged posts, each with why: the prices of phones like it, the post that its picture is of. */
export function FlaggedListings({ flagged, act }: FlaggedListingsProps) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {flagged.map(({ listing, reasons, band, copyOf, flaggedAt }) => (
        <li
          key={listing.id}
          className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 shadow-card md:grid-cols-[5rem_minmax(0,1fr)_auto] md:pr-5"
        >
          <Picture image={listing.image} alt="" sizes="5rem" className="rounded-xl" />
          <div className="min-w-0">
            <h2 className="font-semibold tracking-normal wrap-anywhere">
              <Link
                to="/listings/$listingId"
                params={{ listingId: listing.id }}
                className="inline-flex min-h-6 items-center hover:underline"
              >
                {listing.productName}
              </Link>
            </h2>
            <p className="text-sm text-muted">
              <UserLink userId={listing.sellerId}>
                <SellerName seller={listing} />
              </UserLink>
            </p>
            <p className="text-sm text-muted">
              {reasons.map(reason => reasonNames[reason]).join(', ')} · Flagged <Moment at={flaggedAt} />
            </p>
            {copyOf && (
              <p className="text-sm text-muted wrap-anywhere">
                The picture is of{' '}
                <Link
                  to="/listings/$listingId"
                  params={{ listingId: copyOf.listingId }}
                  className="inline-flex min-h-6 items-center underline"
                >
                  {copyOf.productName}
                </Link>
                , by {copyOf.sellerName}
              </p>
            )}
          </div>
          <p className="max-md:col-span-2 md:text-right">
            <strong className={`text-lg font-bold tabular-nums ${band ? 'text-danger' : ''}`}>
              {formatCents(listing.resalePriceCents)}
            </strong>
            {band && (
              <span className="block text-sm text-muted">
                Fair: {describeBand(band)}, from {band.sampleSize.toLocaleString('en')} phones
              </span>
            )}
          </p>
          <div className="col-span-full">{act(listing)}</div>
        </li>
      ))}
    </ul>
  )
}
