import { RATE_LIMITS, type RateLimit } from '@second-ring/contracts/rate-limits'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimits } from './rate-limits.ts'
import type { RateStore } from './rate-stores.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const { book, flood, register } = RATE_LIMITS
const tooOften = { code: 'TOO_MANY_REQUESTS' }

describe('rate limits of one process', () => {
  it('let a minute’s worth through, then say how long to wait', async () => {
    const limits = createRateLimits({ scale: 1 })
    for (let call = 0; call < book.most; call += 1) await limits.countAccount('book', 'ann')
    vi.advanceTimersByTime(20_500)
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterS: 40,
      message: 'That was too often. Try again in 40 seconds.',
    })
  })

  it('let everything through again after the minute, however much was rejected', async () => {
    const limits = createRateLimits({ scale: 1 })
    const isRejected = async () => (await limits.countAccount('book', 'ann').catch(error => error)) !== undefined
    for (let call = 0; call < book.most * 3; call += 1) await isRejected()
    vi.advanceTimersByTime(59_999)
    expect(await isRejected()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(await isRejected()).toBe(false)
  })

  it('count each account, each address and each limit by itself', async () => {
    const limits = createRateLimits({ scale: 1 / book.most })
    await limits.countAccount('book', 'ann')
    await limits.countAccount('book', 'bob')
    await limits.countAccount('pay', 'ann')
    await limits.countAddress('signIn', '192.0.2.1')
    await limits.countAddress('signIn', '192.0.2.2')
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject(tooOften)
  })

  it('let a home of IPv6 have four times as much as one network of it, and 48 bits sixteen times as much', async () => {
    const countOf = async (addresses: string[]) => {
      const limits = createRateLimits({ scale: 1 / register.most })
      const counts = await Promise.allSettled(addresses.map(address => limits.countAddress('register', address)))
      return counts.filter(({ status }) => status === 'fulfilled').length
    }
    const many = (at: (n: number) => string) => Array.from({ length: 200 }, (_, n) => at(n))
    expect(await countOf(many(n => `2001:db8:77:44${(n + 16).toString(16).padStart(2, '0')}::1`))).toBe(4)
    expect(await countOf(many(n => `2001:db8:77:${(n + 1).toString(16)}00::1`))).toBe(16)
    expect(await countOf(many(n => `2001:db8:${n}::1`))).toBe(200)
  })

  it('give the place of a write back however it ends, also where it throws before it waits for anything', async () => {
    const limits = createRateLimits({ scale: 1 })
    const refuse = () => {
      throw new Error('It is refused')
    }
    for (let write = 0; write < 5; write += 1) await expect(limits.inTurn('ann', refuse)).rejects.toThrow('refused')
    expect(await limits.inTurn('ann', async () => 'done')).toBe('done')
  })

  it('count several calls at once, and all limits by the scale', async () => {
    const limits = createRateLimits({ scale: 2 })
    await limits.countAddress('register', '192.0.2.1', register.most * 2)
    await expect(limits.countAddress('register', '192.0.2.1')).rejects.toMatchObject(tooOften)
  })
})

/** A store in this process, which can be away or silent. */
function fakeStore() {
  const limiters = new Map<string, RateLimiterMemory>()
  let trouble: 'away' | 'silent' | null = null
  const consume = vi.fn(async (name: string, key: string | number, calls?: number) => {
    if (trouble === 'away') throw new Error('The store is away')
    if (trouble === 'silent') await new Promise(() => {})
    return limiterOf(name).consume(key, calls)
  })
  function limiterOf(name: string): RateLimiterMemory {
    const limiter = limiters.get(name)
    if (!limiter) throw new Error(`There is no limit ${name}`)
    return limiter
  }
  const store: RateStore = limit => {
    const { keyPrefix: name } = limit
    if (!limiters.has(name)) limiters.set(name, new RateLimiterMemory(limit))
    return { consume: (key, calls) => consume(name, key, calls), delete: key => limiterOf(name).delete(key) }
  }
  return {
    store,
    consume,
    countOf: async (name: RateLimit, who: string) => (await limiterOf(name).get(who))?.consumedPoints,
    forget: (name: RateLimit, who: string) => limiterOf(name).delete(who),
    suffer: (from: typeof trouble) => {
      trouble = from
    },
  }
}

const processOn = (store: RateStore, events: string[] = []) =>
  createRateLimits({
    scale: 1,
    store,
    onAway: error => events.push(`away: ${error}`),
    onBack: () => events.push('back'),
  })

describe('a rare call', () => {
  it('counts over all processes, and is allowed again everywhere after the first one’s minute', async () => {
    const { store } = fakeStore()
    const [one, other] = [processOn(store), processOn(store)]
    for (let call = 0; call < book.most - 1; call += 1) await one.countAccount('book', 'ann')
    vi.advanceTimersByTime(20_000)
    await other.countAccount('book', 'ann')
    for (let call = 0; call < book.most * 2; call += 1) {
      await expect(other.countAccount('book', 'ann')).rejects.toMatchObject({ ...tooOften, retryAfterS: 40 })
    }
    await expect(one.countAccount('book', 'ann')).rejects.toMatchObject({ ...tooOften, retryAfterS: 40 })
    await other.countAccount('book', 'bob')
    vi.advanceTimersByTime(40_000)
    await one.countAccount('book', 'ann')
    await other.countAccount('book', 'ann')
  })

  it('is not blocked for longer than two minutes by a process whose clock was ahead', async () => {
    const { store } = fakeStore()
    const [ahead, one] = [processOn(store), processOn(store)]
    const today = Date.now()
    vi.setSystemTime(today + 49 * 60 * 60 * 1000)
    for (let call = 0; call < book.most; call += 1) await ahead.countAccount('book', 'ann')
    vi.setSystemTime(today)
    for (let call = 0; call < book.most; call += 1) await one.countAccount('book', 'ann')
    await expect(one.countAccount('book', 'ann')).rejects.toMatchObject({ ...tooOften, retryAfterS: 60 })
  })

  it('does not reach the store any more once it is too often', async () => {
    const { store, consume } = fakeStore()
    const [one, other] = [processOn(store), processOn(store)]
    for (let call = 0; call < book.most; call += 1) await one.countAccount('book', 'ann')
    await expect(other.countAccount('book', 'ann')).rejects.toMatchObject(tooOften)
    consume.mockClear()
    for (const limits of [one, other]) {
      for (let call = 0; call < 10; call += 1) {
        await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject(tooOften)
      }
    }
    expect(consume).not.toHaveBeenCalled()
  })

  it('is counted here alone while the store is away, which is reported once, and together again after', async () => {
    const { store, consume, countOf, suffer } = fakeStore()
    const events: string[] = []
    const limits = processOn(store, events)
    suffer('away')
    for (let call = 0; call < book.most; call += 1) await limits.countAccount('book', 'ann')
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject(tooOften)
    // It is left alone for a while, and not called each time.
    expect(consume).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1000)
    await limits.countAccount('book', 'bob')
    expect(consume).toHaveBeenCalledTimes(2)
    suffer(null)
    vi.advanceTimersByTime(1000)
    await limits.countAccount('book', 'bob')
    expect(await countOf('book', 'bob')).toBe(1)
    expect(events).toEqual(['away: Error: The store is away', 'back'])
  })

  it('waits half a second for a store that is silent, and no longer', async () => {
    const { store, suffer } = fakeStore()
    const limits = processOn(store)
    suffer('silent')
    const counted = vi.fn<() => void>()
    const counting = limits.countAddress('signIn', '192.0.2.1').then(counted)
    await vi.advanceTimersByTimeAsync(499)
    expect(counted).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await counting
  })

  it('goes on being counted when the store has gone away or forgotten', async () => {
    const { store, forget, suffer } = fakeStore()
    const limits = processOn(store)
    for (let call = 0; call < book.most; call += 1) {
      await limits.countAccount('book', 'ann')
      await forget('book', 'ann')
      if (call === 20) suffer('away')
    }
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject(tooOften)
  })

  it('may come again when the store rejects it in the last moment of its minute', async () => {
    const { store, consume } = fakeStore()
    const limits = processOn(store)
    consume.mockRejectedValueOnce(new RateLimiterRes(0, 0, book.most + 1))
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject({ ...tooOften, retryAfterS: 1 })
    vi.advanceTimersByTime(1)
    await limits.countAccount('book', 'ann')
  })
})

describe('what is counted when it succeeds', () => {
  const { bookUnprovenAnHour: hour, bookUnprovenADay: day } = RATE_LIMITS
  const where = { limits: ['bookUnprovenAnHour', 'bookUnprovenADay'], address: '192.0.2.1' } as const
  const done = async () => 'done'
  const fails = async () => {
    throw new Error('The phone is booked')
  }

  it('is bounded in each time, with words of its own, over all processes; what fails uses nothing up', async () => {
    const { store, countOf } = fakeStore()
    const [one, other] = [processOn(store), processOn(store)]
    for (let call = 0; call < hour.most; call += 1) {
      for (const limits of [one, other]) await expect(limits.countSuccess(where, fails)).rejects.toThrow('is booked')
      expect(await (call % 2 ? one : other).countSuccess(where, done)).toBe('done')
    }
    expect(await countOf('bookUnprovenADay', '192.0.2.1')).toBe(hour.most)
    const act = vi.fn<() => Promise<void>>()
    for (const limits of [one, other, one, other]) {
      await expect(limits.countSuccess(where, act)).rejects.toMatchObject({
        ...tooOften,
        retryAfterS: 3600,
        message: expect.stringMatching(/ in an hour .* Try again in 60 minutes, or prove your email /),
      })
    }
    expect(act).not.toHaveBeenCalled()
    await one.countSuccess({ ...where, address: '192.0.2.2' }, done)
    vi.advanceTimersByTime(hour.seconds * 1000)
    for (let call = hour.most; call < day.most; call += 1) await other.countSuccess(where, done)
    vi.advanceTimersByTime(hour.seconds * 1000)
    await expect(one.countSuccess(where, done)).rejects.toMatchObject({ ...tooOften, retryAfterS: 22 * 3600 })
    vi.advanceTimersByTime(22 * hour.seconds * 1000)
    await one.countSuccess(where, done)
  })

  it('leaves room again when another one that was under way fails', async () => {
    const { store } = fakeStore()
    const [one, other] = [processOn(store), processOn(store)]
    let fail = (_error: Error) => {}
    const slow = one.countSuccess(where, () => new Promise((_, reject) => (fail = reject)))
    await vi.advanceTimersByTimeAsync(0)
    for (let call = 1; call < hour.most; call += 1) await other.countSuccess(where, done)
    await expect(one.countSuccess(where, done)).rejects.toMatchObject(tooOften)
    await expect(other.countSuccess(where, done)).rejects.toMatchObject(tooOften)
    fail(new Error('Booked'))
    await expect(slow).rejects.toThrow('Booked')
    expect(await one.countSuccess(where, done)).toBe('done')
    await expect(other.countSuccess(where, done)).rejects.toMatchObject(tooOften)
  })
})

describe('what comes with every request', () => {
  it('reaches the store in steps of a hundredth of the limit, by address, and waits for nothing', async () => {
    const { store, consume, suffer } = fakeStore()
    const limits = processOn(store)
    suffer('silent')
    const step = flood.most / 100
    for (let call = 1; call < step; call += 1) await limits.countAddress('flood', '192.0.2.1')
    expect(consume).not.toHaveBeenCalled()
    await limits.countAddress('flood', '192.0.2.1')
    await limits.countAddress('flood', '192.0.2.2', 2.5 * step)
    expect(consume.mock.calls).toEqual([
      ['flood', '192.0.2.1', step],
      ['flood', '192.0.2.2', 2 * step],
    ])
  })

  it('is rejected at the limit over all processes, from the next step on', async () => {
    const { store } = fakeStore()
    const processes = [processOn(store), processOn(store), processOn(store)]
    const share = flood.most / 3
    for (const limits of processes) await limits.countAddress('flood', '192.0.2.1', share)
    const step = flood.most / 100
    for (const limits of processes) {
      await limits.countAddress('flood', '192.0.2.1', 2 * step)
      await vi.advanceTimersByTimeAsync(0)
      await expect(limits.countAddress('flood', '192.0.2.1')).rejects.toMatchObject({ ...tooOften, retryAfterS: 60 })
      await limits.countAddress('flood', '192.0.2.2')
    }
    vi.advanceTimersByTime(60_000)
    for (const limits of processes) await limits.countAddress('flood', '192.0.2.1')
  })

  it('goes on being counted here while the store is away', async () => {
    const { store, suffer } = fakeStore()
    const limits = processOn(store)
    suffer('away')
    await limits.countAddress('flood', '192.0.2.1', flood.most)
    await expect(limits.countAddress('flood', '192.0.2.1')).rejects.toMatchObject(tooOften)
  })
})
