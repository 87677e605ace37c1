import { networkOf } from '#platform/network-of.ts'
import { createPlaces } from '#platform/places.ts'

interface AddressBound {
  /** How many of one address are worked on at once. */
  atOnce: number
  /** How many more wait for the address's own places. */
  waiting: number
}

/** The places of each address. */
export function createAddressPlaces(bound: AddressBound) {
  const message = 'Too many requests from your network at once. Try again in a moment.'
  const places = createPlaces({ ...bound, message })
  return {
    /**
     * Waits for a place. Returns what gives it back, once however often it is called.
     * @throws DomainError TOO_MANY_REQUESTS when too many of the address wait
     */
    take: (address: string): Promise<() => void> => places.take(networkOf(address)),
  }
}
