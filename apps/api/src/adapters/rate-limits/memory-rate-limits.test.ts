import { RATE_LIMITS } from '@second-ring/contracts/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkOf } from '#platform/network-of.ts'
import { createMemoryRateLimits } from './memory-rate-limits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const { perMinute } = RATE_LIMITS.book

describe('rate limits in memory', () => {
  it('let a minute’s worth through, then say how long to wait', async () => {
    const limits = createMemoryRateLimits({ scale: 1 })
    for (let call = 0; call < perMinute; call += 1) await limits.countAccount('book', 'ann')
    vi.advanceTimersByTime(20_500)
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterS: 40,
      message: 'That was too often. Try again in 40 seconds.',
    })
  })

  it('let everything through again after the minute, however much was refused', async () => {
    const limits = createMemoryRateLimits({ scale: 1 })
    const refused = async () => (await limits.countAccount('book', 'ann').catch(error => error)) !== undefined
    for (let call = 0; call < perMinute * 3; call += 1) await refused()
    vi.advanceTimersByTime(59_999)
    expect(await refused()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(await refused()).toBe(false)
  })

  it('count each account, each address and each limit by itself', async () => {
    const limits = createMemoryRateLimits({ scale: 1 / perMinute })
    await limits.countAccount('book', 'ann')
    await limits.countAccount('book', 'bob')
    await limits.countAccount('pay', 'ann')
    await limits.countAddress('signIn', '192.0.2.1')
    await expect(limits.countAccount('book', 'ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('count several calls at once, and all limits by the scale', async () => {
    const limits = createMemoryRateLimits({ scale: 2 })
    await limits.countAddress('register', '192.0.2.1', RATE_LIMITS.register.perMinute * 2)
    await expect(limits.countAddress('register', '192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('what counts as one address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
