import type { FlaggedListingsOutput, FlagReason } from '@second-ring/contracts/listings/price-estimate'
import { formatCents } from '@second-ring/contracts/money'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { Moment } from '../ui/moment.tsx'
import { Picture } from '../ui/picture.tsx'
import { describeBand } from './price-estimate.tsx'
import { SellerName } from './seller-name.tsx'

export type FlaggedListing = z.infer<typeof FlaggedListingsOutput>['items'][number]

const reasonNames: Record<FlagReason, string> = { price: 'Price far below others', twin: 'Equal to other posts' }

/** Posts that admins are to look at, each with the reason, and with what others like it cost. */
export function FlaggedListings({ flagged }: { flagged: readonly FlaggedListing[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {flagged.map(({ listing, reasons, band, flaggedAt }) => (
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
              <SellerName seller={listing} />
            </p>
            <p className="text-sm text-muted">
              {reasons.map(reason => reasonNames[reason]).join(', ')} · Flagged <Moment at={flaggedAt} />
            </p>
          </div>
          <p className="max-md:col-span-2 md:text-right">
            <strong className="text-lg font-bold text-danger tabular-nums">
              {formatCents(listing.resalePriceCents)}
            </strong>
            {band && (
              <span className="block text-sm text-muted">
                Fair: {describeBand(band)}, from {band.sampleSize.toLocaleString('en')} phones
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
