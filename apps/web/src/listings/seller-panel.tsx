import { SOLD_COUNTED_MAX } from '@second-ring/contracts/limits'
import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { SellerName } from './seller-name.tsx'

/** Who sells a phone, and to how many buyers they have sold here. */
export function SellerPanel({ listing }: { listing: ListingPage }) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink"
      >
        <UserRound className="size-5" />
      </span>
      <div className="min-w-0">
        <p>
          <span className="sr-only">Sold by </span>
          <SellerName seller={listing} />
        </p>
        <p className="text-sm text-muted empty:hidden">{describeSold(listing.sellerSold)}</p>
        {listing.sellerHasPage && (
          <Link
            to="/sellers/$sellerId"
            params={{ sellerId: listing.sellerId }}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-accent-ink underline underline-offset-3"
          >
            All phones of this seller
          </Link>
        )}
      </div>
    </div>
  )
}

/** To how many buyers someone has sold, in words; null at none, for buyers who are new here and cheap deals are not counted. */
export function describeSold(count: number): string | null {
  if (count === 0) return null
  if (count >= SOLD_COUNTED_MAX) return `Has sold to ${SOLD_COUNTED_MAX.toLocaleString('en')} buyers or more here`
  return `Has sold to ${count} ${count === 1 ? 'buyer' : 'buyers'} here`
}
