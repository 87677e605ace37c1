import { ADDRESS_UPLOADS_AT_ONCE } from '@second-ring/contracts/limits'
import { maximumUploads } from '@second-ring/pictures/limits'
import { describe, expect, it } from 'vitest'
import { createUploadPlaces } from './upload-places.ts'

function places() {
  let now = 0
  let senders = 0
  const all = createUploadPlaces(() => now)
  /** An upload of which so many bytes come a second, of somebody else each time. */
  function take({ address = 'a', rate = 0, sender = '', isWhole = false } = {}) {
    senders += 1
    const begun = now
    const received = () => ((now - begun) / 1000) * rate
    return all.take({ sender: sender || `sender ${senders}`, address, received, isWhole: () => isWhole })
  }
  const many = (count: number, of: Parameters<typeof take>[0] = {}) => Array.from({ length: count }, () => take(of))
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { take, many, pass }
}

const isStopped = ({ stopped }: { stopped: AbortSignal }) => stopped.aborted

describe('places for uploads', () => {
  it('are two of a sender, whatever the address', () => {
    const { take, pass } = places()
    const first = take({ sender: 'ana', address: 'a' })
    take({ sender: 'ana', address: 'b' })
    pass(10)
    expect(() => take({ sender: 'ana', address: 'c' })).toThrow(expect.objectContaining({ status: 429 }))
    first.release()
    first.release()
    take({ sender: 'ana' })
    expect(() => take({ sender: 'ana' })).toThrow(expect.objectContaining({ status: 429 }))
  })

  it(`are ${ADDRESS_UPLOADS_AT_ONCE} of an address, whose slowest makes way`, () => {
    const { take, many, pass } = places()
    const fast = many(ADDRESS_UPLOADS_AT_ONCE - 1, { rate: 50_000 })
    const slow = take({ rate: 5000 })
    pass(3)
    const next = take({ rate: 50_000 })
    expect([isStopped(slow), slow.stopped.reason.status]).toEqual([true, 408])
    expect([...fast, next].some(isStopped)).toBe(false)
  })

  it('are refused while all of the address are new, or have come as a whole', () => {
    const { take, many, pass } = places()
    many(ADDRESS_UPLOADS_AT_ONCE - 1, { isWhole: true })
    pass(3)
    const young = take()
    expect(() => take()).toThrow(expect.objectContaining({ status: 429, retryAfterS: 2 }))
    take({ address: 'b' })
    pass(3)
    take()
    expect(isStopped(young)).toBe(true)
  })

  it(`are ${maximumUploads} of all, and whoever has most makes way`, () => {
    const { take, many, pass } = places()
    const honest = Array.from({ length: 8 }, (_, n) => take({ address: `h${n}`, rate: 100 }))
    const addresses = (maximumUploads - 8) / 15
    const crowd = Array.from({ length: addresses }, (_, n) => many(15, { address: `x${n}`, rate: 9000 })).flat()
    expect(() => take({ address: 'new' })).toThrow(expect.objectContaining({ status: 503 }))
    pass(3)
    take({ address: 'new' })
    expect([honest.some(isStopped), crowd.filter(isStopped).length]).toEqual([false, 1])
  })

  it('go by how fast an upload comes now, not by what it sent at first', () => {
    const { take, many, pass } = places()
    const steady = many(ADDRESS_UPLOADS_AT_ONCE - 2, { rate: 20_000 })
    const stalling = take({ rate: 0 })
    take({ rate: 20_000 })
    pass(3)
    take({ address: 'b' })
    pass(3)
    take()
    expect([isStopped(stalling), steady.some(isStopped)]).toEqual([true, false])
  })
})
