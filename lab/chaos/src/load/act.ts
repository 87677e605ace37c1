import type { Booking, Crowd, Phone } from './crowd.ts'

/** Something that somebody in the crowd does, with what they know; an error is an answer like any other. */
export type Act = (crowd: Crowd) => Promise<void>

/** An act on one of the bookings that are remembered, whatever has become of it. */
export function ofBooking(act: (crowd: Crowd, booking: Booking) => Promise<void>): Act {
  return async crowd => {
    const booking = crowd.random.pick(crowd.bookings)
    if (booking) await act(crowd, booking)
  }
}

/** The same of the phones. */
export function ofPhone(act: (crowd: Crowd, phone: Phone) => Promise<void>): Act {
  return async crowd => {
    const phone = crowd.random.pick(crowd.phones)
    if (phone) await act(crowd, phone)
  }
}
