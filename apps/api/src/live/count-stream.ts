import { getHeapStatistics } from 'node:v8'
import { DomainError } from '@second-ring/contracts/errors'
import { STREAMS_MAX } from '@second-ring/contracts/live/bounds'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'

const open = new WeakMap<Platform['events'], Map<string, number>>()
const RETRY_S = 60

/** The heap that a stream of twenty listings uses at most. Streams may use what leaves room for the other work. */
const STREAM_BYTES = 40_000
const HEAP_SHARE = 0.35
const PROCESS_MAX = Math.floor((getHeapStatistics().heap_size_limit * HEAP_SHARE) / STREAM_BYTES)

/** Who watches: an account, an address, or both. */
export interface Watcher {
  userId: string | undefined
  address: string | undefined
}

/**
 * Counts one more stream that a watcher has open at this process.
 * @returns counts it as closed; once
 * @throws DomainError TOO_MANY_REQUESTS when one more would be too many for the watcher, or for the process's memory
 */
export function countStream({ events }: Platform, { userId, address }: Watcher): () => void {
  const counts = open.get(events) ?? new Map<string, number>()
  open.set(events, counts)
  const bounds: [string, number][] = [['everyone', PROCESS_MAX]]
  if (userId !== undefined) bounds.push([`account ${userId}`, STREAMS_MAX.account])
  if (address !== undefined) bounds.push([`address ${networkOf(address)}`, STREAMS_MAX.address])
  const full = bounds.find(([who, most]) => (counts.get(who) ?? 0) >= most)
  if (full) {
    const [who] = full
    const message =
      who === 'everyone'
        ? 'More people look at Second Ring than can be shown changes as they happen.'
        : 'Second Ring is open in too many tabs. Close some of them.'
    throw new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: RETRY_S })
  }
  const add = (change: number) => {
    for (const [who] of bounds) {
      const count = (counts.get(who) ?? 0) + change
      if (count > 0) counts.set(who, count)
      else counts.delete(who)
    }
  }
  add(1)
  let isOpen = true
  return () => {
    if (isOpen) add(-1)
    isOpen = false
  }
}
