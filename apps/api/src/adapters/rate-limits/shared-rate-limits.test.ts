import { RATE_LIMITS } from '@second-ring/contracts/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Came, Counted, RateStore } from '#platform/rate-limits.ts'
import { createSharedRateLimits } from './shared-rate-limits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const GATHER_MS = 500
const { book, flood } = RATE_LIMITS
const refused = { code: 'TOO_MANY_REQUESTS' }

/** A store in this process, to be taken away, or to be silent. */
function storeOf() {
  const held = new Map<string, { calls: number; endsAt: number }>()
  let trouble: 'away' | 'silent' | null = null
  const add = vi.fn<RateStore['add']>(async came => {
    if (trouble === 'away') throw new Error('The store is away')
    if (trouble === 'silent') await new Promise(() => {})
    return new Map(came.map(each => [each.key, count(each)]))
  })
  function count({ key, calls, msLeft }: Came): Counted {
    const before = held.get(key)
    const isOn = before && before.endsAt > Date.now()
    const now = isOn ? { ...before, calls: before.calls + calls } : { calls, endsAt: Date.now() + msLeft }
    held.set(key, now)
    return { calls: now.calls, msLeft: now.endsAt - Date.now() }
  }
  return {
    add,
    held,
    suffer: (from: typeof trouble) => {
      trouble = from
    },
  }
}

const processOn = (store: RateStore, notes: string[] = []) =>
  createSharedRateLimits({
    scale: 1,
    store,
    onAway: () => notes.push('away'),
    onBack: () => notes.push('back'),
  })

describe('what is rare', () => {
  it('counts over all processes, call by call, and ends everywhere with the first one’s minute', async () => {
    const store = storeOf()
    const [one, other] = [processOn(store), processOn(store)]
    for (let call = 0; call < book.perMinute - 1; call += 1) await one.countAccount('book', 'ann')
    vi.advanceTimersByTime(20_000)
    await other.countAccount('book', 'ann')
    await expect(other.countAccount('book', 'ann')).rejects.toMatchObject({ ...refused, retryAfterS: 40 })
    await expect(one.countAccount('book', 'ann')).rejects.toMatchObject({ ...refused, retryAfterS: 40 })
    await other.countAccount('book', 'bob')
    vi.advanceTimersByTime(40_000)
    await one.countAccount('book', 'ann')
    await other.countAccount('book', 'ann')
  })

  it('costs the store nothing more once it is too often', async () => {
    const store = storeOf()
    const limits = processOn(store)
    for (let call = 0; call < book.perMinute; call += 1) await limits.countAccount('book', 'ann')
    store.add.mockClear()
    for (let call = 0; call < 10; call += 1) await expect(limits.countAccount('book', 'ann')).rejects.toThrow()
    expect(store.add).not.toHaveBeenCalled()
  })

  it('is counted here alone while the store is away, which is told once, and together again after', async () => {
    const [store, notes] = [storeOf(), [] as string[]]
    const limits = processOn(store, notes)
    store.suffer('away')
    for (let call = 0; call < book.perMinute; call += 1) await limits.countAccount('book', 'ann')
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject(refused)
    // It is left alone for a while, and not asked at each call.
    expect(store.add).toHaveBeenCalledTimes(1)
    store.suffer(null)
    vi.advanceTimersByTime(1000)
    await limits.countAccount('book', 'bob')
    expect(store.held.get('book:bob')?.calls).toBe(1)
    expect(notes).toEqual(['away', 'back'])
  })

  it('waits half a second for a store that is silent, and no longer', async () => {
    const store = storeOf()
    const limits = processOn(store)
    store.suffer('silent')
    const counted = vi.fn<() => void>()
    const counting = limits.countAddress('signIn', '192.0.2.1').then(counted)
    await vi.advanceTimersByTimeAsync(499)
    expect(counted).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await counting
  })

  it('does not begin anew when the store has forgotten', async () => {
    const store = storeOf()
    const limits = processOn(store)
    for (let call = 0; call < book.perMinute; call += 1) {
      await limits.countAccount('book', 'ann')
      store.held.clear()
    }
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject(refused)
  })
})

describe('what comes with every request', () => {
  it('is added up twice a second, all addresses at once, and only when something came', async () => {
    const store = storeOf()
    const limits = processOn(store)
    for (let call = 0; call < 100; call += 1) await limits.countAddress('flood', `192.0.2.${call % 2}`, 2)
    expect(store.add).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    expect(store.add).toHaveBeenCalledOnce()
    expect([...store.held].map(([key, { calls }]) => [key, calls])).toEqual([
      ['flood:192.0.2.0', 100],
      ['flood:192.0.2.1', 100],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.add).toHaveBeenCalledOnce()
    limits.stop()
  })

  it('is stopped at the limit over all processes, and what comes until the next sum', async () => {
    const store = storeOf()
    const processes = [processOn(store), processOn(store), processOn(store)]
    const share = flood.perMinute / 3
    for (const limits of processes) await limits.countAddress('flood', '192.0.2.1', share)
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    // The sums of the first two came before that of the third.
    for (const limits of processes.slice(0, 2)) await limits.countAddress('flood', '192.0.2.1')
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    for (const limits of processes) {
      await expect(limits.countAddress('flood', '192.0.2.1')).rejects.toMatchObject({ ...refused, retryAfterS: 59 })
      await limits.countAddress('flood', '192.0.2.2')
    }
    vi.advanceTimersByTime(60_000)
    for (const limits of processes) await limits.countAddress('flood', '192.0.2.1')
  })

  it('goes on being counted here while the store is away', async () => {
    const store = storeOf()
    const limits = processOn(store)
    store.suffer('away')
    await limits.countAddress('flood', '192.0.2.1', flood.perMinute)
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    await expect(limits.countAddress('flood', '192.0.2.1')).rejects.toMatchObject(refused)
  })

  it('asks the store for nothing after the end', async () => {
    const store = storeOf()
    const limits = processOn(store)
    await limits.countAddress('flood', '192.0.2.1')
    limits.stop()
    await limits.countAddress('flood', '192.0.2.1')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.add).not.toHaveBeenCalled()
  })
})
