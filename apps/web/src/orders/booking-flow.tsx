import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { BookingForm, PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { domainCode } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { type Attempts, useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount } from '#session/session-context.ts'
import { BookedMessage } from './booked-message.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import type { useBooking } from './use-booking.ts'

/** Bookings without an answer, by listing. In memory: they outlive the form and the page, and a reload loses them. */
const unanswered: Attempts = new Map()
const idOf = ({ listingId }: PlaceOrderInput) => listingId

/** The booking form of what is wanted on a screen, and the message once it is booked. */
export default function BookingFlow({ booking }: { booking: ReturnType<typeof useBooking> }) {
  const { wanted, close, miss } = booking
  const [booked, setBooked] = useState<ListingCard>()
  const [draft, setDraft] = useState<BookingForm>()
  const account = useAccount()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const place = useMutation(
    trpc.orders.place.mutationOptions({
      onError: error => {
        if (wanted && domainCode(error) === 'ALREADY_BOOKED') miss(wanted)
      },
      meta: { inBackground: true },
    }),
  )
  const send = useAttemptKey<PlaceOrderInput, { orderId: string }>(place.mutateAsync, { attempts: unanswered, idOf })

  async function placeOrder(input: PlaceOrderInput) {
    const isRepeat = unanswered.has(input.listingId)
    const { orderId } = await send(input)
    if (!isRepeat) return
    // What the lost attempt has booked may have ended since. Then this is a booking of its own.
    const { ending } = await queryClient.fetchQuery({ ...trpc.orders.byId.queryOptions({ orderId }), staleTime: 0 })
    if (ending !== null) await send(input)
  }

  /** @param typed what a form that was left keeps for the next */
  function end(typed: BookingForm | undefined, listing?: ListingCard) {
    setDraft(typed)
    setBooked(listing)
    close()
  }

  if (wanted && account) {
    return (
      <BookingDialog
        listing={wanted.listing}
        buyer={account}
        draft={draft}
        placeOrder={placeOrder}
        onBooked={() => end(undefined, wanted.listing)}
        onClose={typed => end(typed)}
      />
    )
  }
  return booked && <BookedMessage productName={booked.productName} onClose={() => setBooked(undefined)} />
}
