import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { BookingForm } from '@second-ring/contracts/orders/place-order'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../app/load-chunk.ts'
import { useAccount } from '../../app/session-context.ts'
import { trpc } from '../../app/trpc.ts'
import { BookedNotice } from './booked-notice.tsx'

const BookingDialog = lazy(() => loadChunk(() => import('../../orders/booking-dialog.tsx')))

/** Books listings of any shelf: `open` asks for the details, `dialog` is to be put on the page, below the shelf. */
export function useBookingDesk() {
  const [listing, setListing] = useState<ListingCard>()
  const [booked, setBooked] = useState<ListingCard>()
  const [draft, setDraft] = useState<BookingForm>()
  const account = useAccount()
  const utils = trpc.useUtils()
  const place = trpc.orders.place.useMutation({
    // Booked or refused, the shelves may have changed; this page shows both domains, so it refreshes both.
    onSettled: () => {
      void utils.orders.mine.invalidate()
      void utils.listings.byCategory.invalidate()
      void utils.listings.advertised.invalidate()
      void utils.listings.favorites.invalidate()
    },
  })

  function open(wanted: ListingCard) {
    setBooked(undefined)
    setListing(wanted)
  }

  const dialog = (
    <>
      {listing && account && (
        <Suspense>
          <BookingDialog
            listing={listing}
            buyer={account}
            draft={draft}
            placeOrder={place.mutateAsync}
            onBooked={() => {
              setDraft(undefined)
              setListing(undefined)
              setBooked(listing)
            }}
            onClose={typed => {
              setDraft(typed)
              setListing(undefined)
            }}
          />
        </Suspense>
      )}
      {booked && <BookedNotice productName={booked.productName} onClose={() => setBooked(undefined)} />}
    </>
  )
  return { open, dialog }
}
