import { useState } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { useBooking } from './use-booking.ts'

const BookingFlow = lazyPart(() => import('./booking-flow.tsx'))

/** The place of the booking form, below the lists of a screen. Its code comes with the first booking, and what is typed stays. */
export function BookingDialogs({ booking }: { booking: ReturnType<typeof useBooking> }) {
  const [isBegun, setIsBegun] = useState(false)
  if (booking.wanted && !isBegun) setIsBegun(true)
  return isBegun && <BookingFlow booking={booking} />
}
