import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** More than there is room for, from addresses that have fewer each than one may. */
const ASKED = 2400
const PER_ADDRESS = 60
const AT_ONCE = 40
/** Streams of listings that no other stream watches. */
const DISTINCT = 1400

let market: Market
let api: ApiProcess
let path: string
beforeAll(async () => {
  market = await createMarket()
  const [{ id: sellerId }, { id: categoryId }] = [await market.user({ role: 'SELLER' }), await market.category()]
  const listings = await Promise.all(Array.from({ length: 20 }, () => market.listing({ sellerId, categoryId })))
  path = `/live?listingIds=${listings.map(({ id }) => id)}`
  // The memory that production gives it.
  const NODE_OPTIONS = '--max-semi-space-size=8 --max-old-space-size=160'
  api = await market.startProcess({ NODE_OPTIONS, TRUST_PROXY: 'loopback', MAX_EVENT_LOOP_DELAY_MS: '0' })
})
afterAll(async () => {
  await api.stop()
  await market.close()
})

interface Opened {
  /** The first event, or the error. */
  first: string
  answer: IncomingMessage
}

/** Opens a stream, and resolves with what it says first. */
function open(address: string, watched = path): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'x-forwarded-for': address }
    const request = get(`${api.url}${watched}`, { headers, agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('error', () => {})
      answer.on('data', piece => {
        text += piece
        const first = /^data: (.*"listings".*)$/m.exec(text)?.[1]
        if (first !== undefined) resolve({ first, answer })
      })
      // One that is rejected says why, and ends.
      answer.on('end', () => resolve({ first: text, answer }))
    })
    request.on('error', reject)
  })
}

/** Whether it was neither rejected nor ended for another. */
function isOpen({ answer }: Opened): boolean {
  return answer.statusCode === 200 && !answer.complete
}

it('A244 all that one address may have leaves room for others, and the address gets no more', async () => {
  const ids = Array.from({ length: WATCHED_MAX }, () => randomUUID())
  const streams = await Promise.all(Array.from({ length: 150 }, () => open('192.0.2.200', `/live?listingIds=${ids}`)))
  const opened = streams.filter(isOpen).length
  expect(opened).toBeGreaterThan(10)
  expect(opened).toBeLessThan(50)
  const visitor = await open('192.0.2.201')
  expect(visitor.first).toContain('"listings"')
  for (const { answer } of [...streams, visitor]) answer.destroy()
})

describe('streams without end', () => {
  it('A110 have a share of the memory and no more, and the rest goes on', async () => {
    const streams: Opened[] = []
    const left = Array.from({ length: ASKED }, (_, index) => `192.0.2.${1 + Math.floor(index / PER_ADDRESS)}`)
    const openAll = async () => {
      for (let address = left.pop(); address; address = left.pop()) streams.push(await open(address))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, openAll))
    const refused = streams.filter(({ first }) => first.includes('TOO_MANY_REQUESTS'))
    expect(refused.length).toBeGreaterThan(100)
    expect(streams.filter(isOpen).length).toBeGreaterThan(1000)
    // One address more has room: a stream of another gives way.
    const visitor = await open('198.51.100.2')
    expect(visitor.first).toContain('"listings"')
    visitor.answer.destroy()
    const shelf = await fetch(`${api.url}/trpc/listings.advertised?input=${encodeURIComponent('{}')}`)
    expect(shelf.status).toBe(200)

    for (const { answer } of streams) answer.destroy()
    await expect
      .poll(
        async () => {
          const { first, answer } = await open('198.51.100.1')
          answer.destroy()
          return first
        },
        { timeout: 20_000 },
      )
      .toContain('"listings"')
  })

  it('A110 of as many listings as may be, each of its own, are refused before they fill the memory', async () => {
    const streams: Opened[] = []
    const left = Array.from({ length: DISTINCT }, (_, index) => `203.0.113.${1 + (index % 40)}`)
    const openAll = async () => {
      for (let address = left.pop(); address; address = left.pop()) {
        const ids = Array.from({ length: WATCHED_MAX }, () => randomUUID())
        streams.push(await open(address, `/live?listingIds=${ids}`))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, openAll))
    const refused = streams.filter(({ first }) => first.includes('TOO_MANY_REQUESTS'))
    expect(refused.length).toBeGreaterThan(100)
    expect(streams.filter(isOpen).length).toBeGreaterThan(100)
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
    for (const { answer } of streams) answer.destroy()
  })
})
