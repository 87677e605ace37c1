import { DomainError } from '@second-ring/contracts/errors'
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel'
import { createAddressPlaces } from '#http/address-places.ts'

/** How many long lists are sent at once in all, which bounds their memory; the next ones are turned away. */
const LISTS_AT_ONCE = 32
/** How many of one address are, and how many more of it wait for that. */
const OF_ADDRESS = { atOnce: 2, waiting: 6 }
/** Of how many long lists a page is read at once: most of the database is for what is short. */
const PAGES_AT_ONCE = 2
const RETRY_AFTER_S = 5

/** A long list that is being sent. */
interface ListPlace {
  /** Reads a page of it, in turn with the other long lists. */
  inTurn<Page>(read: () => Promise<Page>): Promise<Page>
  /** Gives the place back, once however often it is called. */
  leave(): void
}

/**
 * The bound on lists that are sent page by page. They take turns by page, so that a client that reads slowly keeps up nobody.
 */
export function createListPlaces() {
  const addresses = createAddressPlaces(OF_ADDRESS)
  const pages: BulkheadPolicy = bulkhead(PAGES_AT_ONCE, LISTS_AT_ONCE)
  const open = new Set<object>()

  return {
    /**
     * Waits for a place of the address.
     * @throws DomainError TOO_MANY_REQUESTS when too many of the address wait; UNAVAILABLE when too many are sent in all
     */
    async take(address: string): Promise<ListPlace> {
      const leaveAddress = await addresses.take(address)
      const list = {}
      if (open.size >= LISTS_AT_ONCE) {
        leaveAddress()
        throw busy()
      }
      open.add(list)
      return {
        inTurn: read =>
          pages.execute(read).catch(error => {
            throw error instanceof BulkheadRejectedError ? busy() : error
          }),
        leave() {
          open.delete(list)
          leaveAddress()
        },
      }
    },
  }
}

function busy(): DomainError {
  const message = 'Many long lists are being sent. Try again in a moment, or ask for pages with ?limit=100.'
  return new DomainError('UNAVAILABLE', message, { retryAfterS: RETRY_AFTER_S })
}
