import { DomainError } from '@second-ring/contracts/errors'
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel'

const RETRY_AFTER_S = 2

interface PlacesBound {
  /** How many of one key are worked on at once. */
  atOnce: number
  /** How many more wait for the key's own places, in the order in which they came. */
  waiting: number
  /** What is said when too many wait. */
  message: string
}

/** The places of each key, such as an address: so many of one are worked on at once, and its next ones wait for its own. */
export function createPlaces({ atOnce, waiting, message }: PlacesBound) {
  const keys = new Map<string, BulkheadPolicy>()

  return {
    /**
     * Waits for a place. Returns what gives it back, once however often it is called.
     * @throws DomainError TOO_MANY_REQUESTS when too many of the key wait
     */
    async take(key: string): Promise<() => void> {
      const places = keys.get(key) ?? bulkhead(atOnce, waiting)
      keys.set(key, places)
      const { promise: left, resolve: leave } = Promise.withResolvers<void>()
      const entered = Promise.withResolvers<() => void>()
      places
        .execute(() => {
          entered.resolve(leave)
          return left
        })
        .catch(error => entered.reject(error instanceof BulkheadRejectedError ? tooMany(message) : error))
        .finally(() => {
          if (places.executionSlots === atOnce && keys.get(key) === places) keys.delete(key)
        })
      return entered.promise
    },
  }
}

function tooMany(message: string): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: RETRY_AFTER_S })
}
