import type { ListingPage as Listing } from '@second-ring/contracts/listings/listing-page'
import { formatCents } from '@second-ring/contracts/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { ListingFacts } from '#listings/listing-facts.tsx'
import { listingQuery } from '#listings/listing-queries.ts'
import { PictureGallery } from '#listings/picture-gallery.tsx'
import { PriceCaution, PriceEstimate } from '#listings/price-estimate.tsx'
import { PriceHistory } from '#listings/price-history.tsx'
import { PriceTag } from '#listings/price-tag.tsx'
import { SellerPanel } from '#listings/seller-panel.tsx'
import { stateLabels } from '#listings/state-label.ts'
import { BookingDialogs } from '#orders/booking-dialogs.tsx'
import { ProtectionNote } from '#orders/protection-note.tsx'
import { useBooking } from '#orders/use-booking.ts'
import { Badge } from '#ui/badge.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { SeenAt, useIsOld } from '#ui/seen-at.tsx'
import { ListingActions } from './listing-actions.tsx'
import { PostActs } from './post-acts.tsx'
import { SimilarPhones } from './similar-phones.tsx'

/** A price below this part of what the phone cost new asks for caution where no others like it are known. */
const FAR_BELOW_NEW = 0.15

/** A phone by itself. */
export default function ListingPage({ listingId }: { listingId: string }) {
  const { data: listing, dataUpdatedAt } = useSuspenseQuery(listingQuery(useTRPC(), listingId))
  return <ListingScreen key={listingId} listing={listing} readAt={dataUpdatedAt} />
}

/** All that is known of it, and what one can do about it. */
function ListingScreen({ listing, readAt }: { listing: Listing; readAt: number }) {
  const booking = useBooking()
  const isOld = useIsOld(readAt)
  const state = stateLabels[listing.state]
  return (
    <div data-listing={listing.id} className="mx-auto max-w-7xl px-4 py-6 sm:px-6 sm:py-10">
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <PictureGallery images={listing.images} name={listing.productName} />
        <div className="grid grid-cols-1 gap-5">
          <div>
            <Badge tone={state.tone}>{state.label}</Badge>
            <PageTitle className="mt-2 wrap-anywhere">{listing.productName}</PageTitle>
            <PriceTag
              className="mt-3"
              resaleCents={listing.resalePriceCents}
              originalCents={listing.originalPriceCents}
            />
            <Saving listing={listing} />
            <SeenAt at={readAt} className="mt-3">
              Its price may have changed, and it may be sold.
            </SeenAt>
          </div>
          {listing.caution && (
            <PriceCaution>
              This is far below what phones like it cost. Pay here only, and show your code only when you have looked at
              the phone.
            </PriceCaution>
          )}
          {isFarBelowNew(listing) && (
            <PriceCaution>
              This is far below what it cost new, and too few like it are known to say what it should cost. Look at the
              phone before you show your code.
            </PriceCaution>
          )}
          {listing.band && <PriceEstimate band={listing.band} priceCents={listing.resalePriceCents} />}
          <ListingActions listing={listing} isOld={isOld} onBook={wanted => booking.open(wanted, [])} />
          {listing.state !== 'SOLD' && <ProtectionNote />}
          <SellerPanel listing={listing} />
          <ListingFacts listing={listing} />
          <section aria-labelledby="description">
            <h2 id="description" className="text-xl font-bold">
              Description
            </h2>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{listing.description}</p>
          </section>
          <PriceHistory prices={listing.prices} />
          <PostActs listing={listing} />
        </div>
      </div>
      <SimilarPhones listingId={listing.id} onBook={booking.open} />
      <BookingDialogs booking={booking} />
    </div>
  )
}

/** Whether its price asks for caution though nothing is known of others like it. */
function isFarBelowNew({ band, state, resalePriceCents, originalPriceCents }: Listing): boolean {
  return !band && state !== 'SOLD' && resalePriceCents < originalPriceCents * FAR_BELOW_NEW
}

/** How much less it costs than new. A price that asks for caution is no saving. */
function Saving({ listing }: { listing: Listing }) {
  const { originalPriceCents, resalePriceCents } = listing
  const saved = originalPriceCents - resalePriceCents
  if (saved <= 0 || listing.caution || isFarBelowNew(listing)) return null
  return (
    <p className="mt-1 text-sm font-semibold text-accent-ink">
      You save {formatCents(saved)} ({Math.round((saved / originalPriceCents) * 100)}%)
    </p>
  )
}
