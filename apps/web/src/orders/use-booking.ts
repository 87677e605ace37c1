import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useState } from 'react'
import type { Missed } from './with-missed.ts'

/** Opens the booking form for a listing of a list. */
export type OpenBooking = (listing: ListingCard, list: readonly ListingCard[]) => void

/**
 * What is booked of a screen's lists: `open` asks for the details, in the `BookingDialogs` of the screen. `missed` are those
 * that someone else was faster to book.
 */
export function useBooking() {
  const [wanted, setWanted] = useState<Missed>()
  const [missed, setMissed] = useState<readonly Missed[]>([])
  const open: OpenBooking = (listing, list) => {
    const index = list.findIndex(({ id }) => id === listing.id)
    setWanted({ listing, index: Math.max(0, index) })
  }
  return {
    wanted,
    missed,
    open,
    close: () => setWanted(undefined),
    miss: (one: Missed) => setMissed(others => [...others.filter(({ listing }) => listing.id !== one.listing.id), one]),
  }
}
