import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { BookingForm, PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { domainCode } from '#api-client/errors.ts'
import { loadChunk } from '#api-client/load-chunk.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { type Attempts, useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount } from '#session/session-context.ts'
import { BookedMessage } from './booked-message.tsx'
import type { Missed } from './with-missed.ts'

const BookingDialog = lazy(() => loadChunk(() => import('./booking-dialog.tsx')))

/** Bookings without an answer, by listing. In memory: they outlive the form and the page, and a reload loses them. */
const unanswered: Attempts = new Map()
const idOf = ({ listingId }: PlaceOrderInput) => listingId

/** Opens the booking form for a listing of a list. */
export type OpenBooking = (listing: ListingCard, list: readonly ListingCard[]) => void

/**
 * Books listings of any list: `open` asks for the details, `dialog` is to be put on the page, below the list. `missed`
 * are those that someone else was faster to book.
 */
export function useBookingDialog() {
  const [wanted, setWanted] = useState<Missed>()
  const [missed, setMissed] = useState<readonly Missed[]>([])
  const [booked, setBooked] = useState<ListingCard>()
  const [draft, setDraft] = useState<BookingForm>()
  const account = useAccount()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const place = useMutation(
    trpc.orders.place.mutationOptions({
      onError: error => {
        if (!wanted || domainCode(error) !== 'ALREADY_BOOKED') return
        setMissed(others => [...others.filter(({ listing }) => listing.id !== wanted.listing.id), wanted])
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

  const open: OpenBooking = (listing, list) => {
    setBooked(undefined)
    setWanted({
      listing,
      index: Math.max(
        0,
        list.findIndex(({ id }) => id === listing.id),
      ),
    })
  }

  const dialog = (
    <>
      {wanted && account && (
        <Suspense>
          <BookingDialog
            listing={wanted.listing}
            buyer={account}
            draft={draft}
            placeOrder={placeOrder}
            onBooked={() => {
              setDraft(undefined)
              setWanted(undefined)
              setBooked(wanted.listing)
            }}
            onClose={typed => {
              setDraft(typed)
              setWanted(undefined)
            }}
          />
        </Suspense>
      )}
      {booked && <BookedMessage productName={booked.productName} onClose={() => setBooked(undefined)} />}
    </>
  )
  return { open, missed, dialog }
}
