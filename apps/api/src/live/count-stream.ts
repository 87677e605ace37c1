import { getHeapStatistics } from 'node:v8'
import { DomainError } from '@second-ring/contracts/errors'
import { STREAMS_MAX } from '@second-ring/contracts/live/bounds'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'

const open = new WeakMap<Platform['events'], Map<string, number>>()
const RETRY_S = 60

/** The heap that a stream of twenty listings uses at most, and each listing beyond them, which no other stream may watch. */
const STREAM_BYTES = 40_000
const LISTINGS_WITHIN = 20
const LISTING_BYTES = 1500
/** Streams may use what leaves room for the other work, and those of one address half of it. */
const HEAP_SHARE = 0.35
const PROCESS_BYTES = getHeapStatistics().heap_size_limit * HEAP_SHARE
const ADDRESS_BYTES = Math.min(PROCESS_BYTES / 2, STREAMS_MAX.address * STREAM_BYTES)

/** Who watches: an account, an address, or both. */
export interface Watcher {
  userId: string | undefined
  address: string | undefined
  /** How many listings. */
  listings: number
}

/** What is counted of one watcher: the most of it, and what one more stream adds. */
interface Bound {
  who: string
  most: number
  adds: number
}

/**
 * Counts one more stream that a watcher has open at this process.
 * @returns counts it as closed; once
 * @throws DomainError TOO_MANY_REQUESTS when one more would be too many for the watcher, or for the process's memory
 */
export function countStream({ events }: Platform, { userId, address, listings }: Watcher): () => void {
  const counts = open.get(events) ?? new Map<string, number>()
  open.set(events, counts)
  const bytes = STREAM_BYTES + LISTING_BYTES * Math.max(0, listings - LISTINGS_WITHIN)
  const bounds: Bound[] = [{ who: 'everyone', most: PROCESS_BYTES, adds: bytes }]
  if (userId !== undefined) bounds.push({ who: `account ${userId}`, most: STREAMS_MAX.account, adds: 1 })
  if (address !== undefined) {
    const network = networkOf(address)
    bounds.push({ who: `address ${network}`, most: STREAMS_MAX.address, adds: 1 })
    bounds.push({ who: `memory of ${network}`, most: ADDRESS_BYTES, adds: bytes })
  }
  const full = bounds.find(({ who, most, adds }) => (counts.get(who) ?? 0) + adds > most)
  if (full) {
    const message =
      full.who === 'everyone'
        ? 'More people look at Second Ring than can be shown changes as they happen.'
        : 'Second Ring is open in too many tabs. Close some of them.'
    throw new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: RETRY_S })
  }
  const add = (sign: 1 | -1) => {
    for (const { who, adds } of bounds) {
      const count = (counts.get(who) ?? 0) + sign * adds
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
