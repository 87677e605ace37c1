import { getHeapStatistics } from 'node:v8'
import { DomainError } from '@second-ring/contracts/errors'
import { STREAMS_MAX } from '@second-ring/contracts/live/bounds'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'

const RETRY_S = 60

/** The heap that a stream of twenty listings uses at most, and each listing beyond them, which no other stream may watch. */
const STREAM_BYTES = 40_000
const LISTINGS_WITHIN = 20
const LISTING_BYTES = 1500
/** Streams may use what leaves room for the other work. */
const HEAP_SHARE = 0.35
const PROCESS_BYTES = getHeapStatistics().heap_size_limit * HEAP_SHARE
/** What those who are not signed in may use of it: of one address, and in all. */
const ANONYMOUS_ADDRESS_BYTES = Math.min(PROCESS_BYTES / 20, STREAMS_MAX.address * STREAM_BYTES)
const ANONYMOUS_BYTES = PROCESS_BYTES * 0.8

/** Who watches: an account, an address, or both. */
export interface Watcher {
  userId: string | undefined
  address: string | undefined
  /** How many listings. */
  listings: number
  /** Ends the stream, for others. */
  giveWay: () => void
}

interface Open extends Watcher {
  network: string | undefined
  bytes: number
}

const open = new WeakMap<Platform['events'], Set<Open>>()

const bytesOf = (streams: Iterable<Open>) => [...streams].reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Counts one more stream that a watcher has open at this process. Where all streams use what they may, those of the address
 * with most give way, oldest first, as long as it has more than the newcomer's.
 * @returns counts it as closed; once
 * @throws DomainError TOO_MANY_REQUESTS when one more would be too many for the watcher, or for the process's memory
 */
export function countStream({ events }: Platform, watcher: Watcher): () => void {
  const all = open.get(events) ?? new Set<Open>()
  open.set(events, all)
  const { userId, address, listings } = watcher
  const network = address === undefined ? undefined : networkOf(address)
  const bytes = STREAM_BYTES + LISTING_BYTES * Math.max(0, listings - LISTINGS_WITHIN)
  const stream: Open = { ...watcher, network, bytes }
  rejectTooMany([...all], stream)
  const ended = userId === undefined ? streamsToEnd([...all].filter(isAnonymous), stream, ANONYMOUS_BYTES) : []
  const others = [...all].filter(each => !ended.includes(each))
  for (const each of [...ended, ...streamsToEnd(others, stream, PROCESS_BYTES)]) {
    all.delete(each)
    each.giveWay()
  }
  all.add(stream)
  return () => void all.delete(stream)
}

/** @throws DomainError when the account or the address has as many as it may */
function rejectTooMany(all: Open[], { userId, network, bytes }: Open): void {
  const ofAccount = all.filter(each => userId !== undefined && each.userId === userId)
  const ofAddress = all.filter(each => network !== undefined && each.network === network)
  const anonymous = ofAddress.filter(each => each.userId === undefined)
  const isFull =
    ofAccount.length >= STREAMS_MAX.account ||
    ofAddress.length >= STREAMS_MAX.address ||
    (userId === undefined && network !== undefined && bytesOf(anonymous) + bytes > ANONYMOUS_ADDRESS_BYTES)
  if (isFull) throw tooMany('Second Ring is open in too many tabs. Close some of them.')
}

const isAnonymous = ({ userId }: Open) => userId === undefined

/**
 * Which streams have to end so that one more fits what streams of this kind may use together.
 * @throws DomainError when the newcomer has no right to their place
 */
function streamsToEnd(kind: Open[], stream: Open, most: number): Open[] {
  let excess = bytesOf(kind) + stream.bytes - most
  if (excess <= 0) return []
  const byNetwork = Map.groupBy(kind, ({ network }) => network)
  const own = bytesOf(byNetwork.get(stream.network) ?? []) + stream.bytes
  const [largest = []] = [...byNetwork.values()].sort((a, b) => bytesOf(b) - bytesOf(a))
  if (bytesOf(largest) - excess < own) {
    throw tooMany('More people look at Second Ring than can be shown changes as they happen.')
  }
  return largest.filter(({ bytes }) => {
    const isNeeded = excess > 0
    excess -= bytes
    return isNeeded
  })
}

function tooMany(message: string): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: RETRY_S })
}
