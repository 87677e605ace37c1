import type { RateLimit } from '@second-ring/contracts/limits'
import { networkOf } from '#platform/network-of.ts'
import type { Came, Counted, RateLimits, RateStore } from '#platform/rate-limits.ts'
import { createMemoryCounts, tooMany } from './memory-rate-limits.ts'

interface SharedRateLimitsOptions {
  /** Multiplies every limit. */
  scale: number
  store: RateStore
  /** Told once when the store is away: each process counts by itself until it is back. */
  onAway: (error: unknown) => void
  onBack: () => void
}

export interface RunningRateLimits extends RateLimits {
  /** Shares nothing any more. */
  stop(): void
}

/** How long what an address does is gathered, in milliseconds. */
const GATHER_MS = 500
/** How long a call waits for the store, and how long the store is then left alone, in milliseconds. */
const PATIENCE_MS = 500
const LEAVE_ALONE_MS = 1000

/**
 * Rate limits of all processes together. What is rare is counted in the store before it is let through. What comes with
 * every request is counted in this process, and added up with the others' twice a second.
 */
export function createSharedRateLimits({ scale, store, onAway, onBack }: SharedRateLimitsOptions): RunningRateLimits {
  const memory = createMemoryCounts({ scale })
  let gathered = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let isAway = false
  let askAgainAt = 0

  /** Null while the store is away. */
  async function add(came: Came[]): Promise<Map<string, Counted> | null> {
    if (isAway && performance.now() < askAgainAt) return null
    const { promise: late, reject } = Promise.withResolvers<never>()
    const patience = setTimeout(() => reject(new Error('The store of the rate limits does not answer')), PATIENCE_MS)
    try {
      const counted = await Promise.race([store.add(came), late])
      if (isAway) onBack()
      isAway = false
      return counted
    } catch (error) {
      askAgainAt = performance.now() + LEAVE_ALONE_MS
      if (!isAway) onAway(error)
      isAway = true
      return null
    } finally {
      clearTimeout(patience)
    }
  }

  async function countExactly(limit: RateLimit, who: string, calls: number): Promise<void> {
    const { msLeft } = await memory.count(limit, who, calls)
    const key = `${limit}:${who}`
    const all = (await add([{ key, calls, msLeft }]))?.get(key)
    if (all && (await memory.raise(limit, who, all))) throw tooMany(all.msLeft)
  }

  function gather(who: string, calls: number): void {
    gathered.set(who, (gathered.get(who) ?? 0) + calls)
    if (!isStopped) timer ??= setTimeout(share, GATHER_MS).unref()
  }

  async function share(): Promise<void> {
    const came = gathered
    gathered = new Map()
    timer = null
    const entries = [...came].map(async ([who, calls]) => ({
      key: `flood:${who}`,
      calls,
      msLeft: await memory.msLeft('flood', who),
    }))
    const counted = await add(await Promise.all(entries))
    for (const who of came.keys()) {
      const all = counted?.get(`flood:${who}`)
      // What has come since then is in the next sum.
      if (all) await memory.raise('flood', who, { ...all, calls: all.calls + (gathered.get(who) ?? 0) })
    }
  }

  return {
    countAccount: (limit, userId) => countExactly(limit, userId, 1),
    async countAddress(limit, address, calls = 1) {
      const who = networkOf(address)
      if (limit !== 'flood') return countExactly(limit, who, calls)
      await memory.count(limit, who, calls)
      gather(who, calls)
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
