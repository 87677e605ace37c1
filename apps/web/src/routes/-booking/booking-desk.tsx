import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../app/session-context.ts'
import { trpc } from '../../app/trpc.ts'

const BookingDialog = lazy(() => import('../../orders/booking-dialog.tsx'))

/** Books listings of any shelf: `open` asks for the details, `dialog` is to be put on the page. */
export function useBookingDesk() {
  const [listing, setListing] = useState<ListingCard>()
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

  const dialog = listing && account && (
    <Suspense>
      <BookingDialog
        listing={listing}
        buyer={account}
        placeOrder={place.mutateAsync}
        onClose={() => setListing(undefined)}
      />
    </Suspense>
  )
  return { open: setListing, dialog }
}
