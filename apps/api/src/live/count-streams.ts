import { DomainError } from '@second-ring/contracts/errors'
import { STREAMS_MAX } from '@second-ring/contracts/live/bounds'
import { networkOf } from '../platform/memory-rate-limits.ts'
import type { Platform } from '../platform/platform.ts'

const open = new WeakMap<Platform['events'], Map<string, number>>()
const RETRY_S = 60

/** Who watches: an account, an address, or both. */
export interface Watcher {
  userId: string | undefined
  address: string | undefined
}

/**
 * The streams that a watcher has open at this process.
 * @throws DomainError TOO_MANY_REQUESTS when one more would be too many
 */
export function countStreams({ events }: Platform, { userId, address }: Watcher) {
  const counts = open.get(events) ?? new Map<string, number>()
  open.set(events, counts)
  const bounds: [string, number][] = []
  if (userId !== undefined) bounds.push([`account ${userId}`, STREAMS_MAX.account])
  if (address !== undefined) bounds.push([`address ${networkOf(address)}`, STREAMS_MAX.address])
  if (bounds.some(([who, most]) => (counts.get(who) ?? 0) >= most)) {
    const message = 'Second Ring is open in too many tabs. Close some of them.'
    throw new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: RETRY_S })
  }
  const add = (change: number) => {
    for (const [who] of bounds) {
      const count = (counts.get(who) ?? 0) + change
      if (count > 0) counts.set(who, count)
      else counts.delete(who)
    }
  }
  return { opened: () => add(1), closed: () => add(-1) }
}
