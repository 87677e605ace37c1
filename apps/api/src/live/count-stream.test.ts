import { getHeapStatistics } from 'node:v8'
import { WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import { describe, expect, it } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { countStream } from './count-stream.ts'

/** What a listing that no other stream watches has been seen to use of the heap at least, in bytes. */
const LISTING_BYTES = 1000

interface Opening {
  listings: number
  userId?: string | undefined
}

/** A process of its own, as far as streams are counted. */
function openStreams() {
  const platform = { events: {} } as Platform
  const streams = new Map<object, { address: string; close: () => void }>()
  const one = (address: string, { listings, userId }: Opening) => {
    const stream = {}
    const giveWay = () => void streams.delete(stream)
    const close = countStream(platform, { userId, address, listings, giveWay })
    streams.set(stream, { address, close })
  }
  const openOf = (address: string) => [...streams.values()].filter(each => each.address === address).length
  return {
    one,
    /** Opens streams until one is refused. @returns how many are open of the address */
    fill(address: string, opening: Opening) {
      expect(() => {
        for (;;) one(address, opening)
      }).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
      return openOf(address)
    },
    openOf,
    count: () => streams.size,
    closeAll() {
      for (const { close } of streams.values()) for (let twice = 0; twice < 2; twice += 1) close()
      streams.clear()
    },
  }
}

const many = { listings: WATCHED_MAX }
const addresses = Array.from({ length: 40 }, (_, n) => `192.0.2.${n}`)

describe('streams of many listings', () => {
  it('are refused before all that they may watch fills the memory', () => {
    const { one, fill, count } = openStreams()
    for (const address of addresses.slice(0, 14)) fill(address, many)
    for (const address of addresses.slice(14)) one(address, many)
    expect(count()).toBeGreaterThan(50)
    expect(count() * WATCHED_MAX * LISTING_BYTES).toBeLessThan(getHeapStatistics().heap_size_limit / 2)
  })

  it('of one address without an account are a small part of all', () => {
    const { fill } = openStreams()
    const bytes = fill('192.0.2.1', many) * WATCHED_MAX * LISTING_BYTES
    expect(bytes).toBeLessThan(getHeapStatistics().heap_size_limit * 0.35 * 0.06)
    expect(fill('2001:db8::1', { listings: 1 })).toBeGreaterThan(20)
  })

  it('give back all that they were counted for', () => {
    const { fill, closeAll } = openStreams()
    const first = fill('192.0.2.1', many)
    closeAll()
    expect(fill('192.0.2.1', many)).toBe(first)
  })
})

describe('when anonymous streams use what they may', () => {
  it('those of the address with most give way, to visitors of other addresses and to the signed-in', () => {
    const { one, fill, openOf } = openStreams()
    const attackers = addresses.slice(0, 20)
    for (const address of attackers.slice(0, 14)) fill(address, many)
    for (const address of attackers.slice(14)) for (let n = 0; n < 100; n += 1) one(address, many)
    const before = attackers.map(openOf)
    for (let n = 0; n < 20; n += 1) {
      one(`198.51.100.${n}`, { listings: 20 })
      one(`203.0.113.${n}`, { listings: 20, userId: `user ${n}` })
    }
    for (let n = 0; n < 20; n += 1) expect([openOf(`198.51.100.${n}`), openOf(`203.0.113.${n}`)]).toEqual([1, 1])
    expect(Math.max(...attackers.map(openOf))).toBeLessThanOrEqual(Math.max(...before))
    // Whoever has most gets no more by asking again.
    expect(fill(attackers[0] ?? '', many)).toBeLessThanOrEqual(Math.max(...before))
  })

  it('nobody gives way to a visitor for whom there is no room in the end', () => {
    const { one, count } = openStreams()
    const small = { listings: 20 }
    const [smallBytes, manyBytes] = [40_000, 40_000 + 1500 * (WATCHED_MAX - small.listings)]
    const most = getHeapStatistics().heap_size_limit * 0.35
    let [address, used] = [0, 0]
    const add = (bytes: number, ...openings: Opening[]) => {
      address += 1
      for (const opening of openings) one(`10.0.${address >> 8}.${address & 255}`, opening)
      used += bytes
    }
    // Visitors lack less than one small stream for the newcomer's, the process as much as the newcomer's needs.
    const visitors = most * 0.8 - manyBytes
    add(manyBytes + 2 * smallBytes, small, small, many)
    while (used + manyBytes <= visitors) add(manyBytes, many)
    while (used <= visitors) add(smallBytes, small)
    while (used + manyBytes <= most) add(manyBytes, { ...many, userId: `user ${address}` })
    while (used + smallBytes <= most) add(smallBytes, { ...small, userId: `user ${address}` })
    const before = count()
    expect(() => one('192.0.2.1', many)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
    expect(count()).toBe(before)
  })
})
