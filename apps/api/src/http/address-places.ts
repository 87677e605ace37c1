import { DomainError } from '@second-ring/contracts/errors'
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel'
import { networkOf } from '#platform/network-of.ts'

const RETRY_AFTER_S = 2

interface AddressBound {
  /** How many of one address are worked on at once. */
  atOnce: number
  /** How many more wait for the address's own places, in the order in which they came. */
  waiting: number
}

/** The places of each address: so many requests of one are worked on at once, and its next ones wait for its own. */
export function createAddressPlaces({ atOnce, waiting }: AddressBound) {
  const addresses = new Map<string, BulkheadPolicy>()

  return {
    /**
     * Waits for a place. Returns what gives it back, once however often it is called.
     * @throws DomainError TOO_MANY_REQUESTS when too many of the address wait
     */
    async take(address: string): Promise<() => void> {
      const network = networkOf(address)
      const places = addresses.get(network) ?? bulkhead(atOnce, waiting)
      addresses.set(network, places)
      const { promise: left, resolve: leave } = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<() => void>()
      places
        .execute(() => {
          entered.resolve(leave)
          return left
        })
        .catch(error => entered.reject(error instanceof BulkheadRejectedError ? tooMany() : error))
        .finally(() => {
          if (places.executionSlots === atOnce && addresses.get(network) === places) addresses.delete(network)
        })
      return entered.promise
    },
  }
}

function tooMany(): DomainError {
  const message = 'Too many requests from your network at once. Try again in a moment.'
  return new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: RETRY_AFTER_S })
}
