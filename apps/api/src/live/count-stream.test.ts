import { getHeapStatistics } from 'node:v8'
import { WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import { describe, expect, it } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { countStream } from './count-stream.ts'

/** What a listing that no other stream watches has been seen to use of the heap at least, in bytes. */
const LISTING_BYTES = 1000

/** A process of its own, as far as streams are counted. */
function openStreams() {
  const platform = { events: {} } as Platform
  /** Opens streams until one is refused; returns what closes each. */
  return (address: string, listings: number) => {
    const closes: (() => void)[] = []
    const one = () => closes.push(countStream(platform, { userId: undefined, address, listings }))
    expect(() => {
      for (;;) one()
    }).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
    return closes
  }
}

describe('streams of many listings', () => {
  it('are refused before all that they may watch fills the memory', () => {
    const fill = openStreams()
    const addresses = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`)
    const streams = addresses.flatMap(address => fill(address, WATCHED_MAX)).length
    expect(streams).toBeGreaterThan(50)
    expect(streams * WATCHED_MAX * LISTING_BYTES).toBeLessThan(getHeapStatistics().heap_size_limit / 2)
  })

  it('of one address leave room for those of others', () => {
    const fill = openStreams()
    const first = fill('192.0.2.1', WATCHED_MAX).length
    expect(fill('2001:db8::1', 1).length).toBeGreaterThan(100)
    expect(first).toBeGreaterThan(50)
  })

  it('give back all that they were counted for', () => {
    const fill = openStreams()
    const closes = fill('192.0.2.1', WATCHED_MAX)
    for (const close of [...closes, ...closes]) close()
    expect(fill('192.0.2.1', WATCHED_MAX)).toHaveLength(closes.length)
  })
})
