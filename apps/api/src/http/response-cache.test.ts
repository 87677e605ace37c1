import { Readable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createWatchers, type EventTopic } from '#platform/events.ts'
import { responseCache } from './response-cache.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

let app: FastifyInstance
let now: number
let reads: number
let isListening: boolean
let watched: EventTopic[]
let change: (topic: EventTopic) => void
let handle: Handler
const counted = vi.fn()

/** Shared, on two topics. */
const read: Handler = ({ sharing, url }) => {
  sharing?.calls.push('phones')
  sharing?.share(['advertised', `category:${url.slice(1)}`])
  reads += 1
  return { reads }
}

function serve({ isOn = true } = {}) {
  const watchers = createWatchers()
  change = watchers.call
  watched = []
  app = fastify()
  const events = {
    watch(topic: EventTopic, listener: () => void) {
      watched.push(topic)
      const stop = watchers.watch(topic, listener)
      return () => {
        stop()
        watched = watched.filter((each, index) => each !== topic || index !== watched.indexOf(topic))
      }
    },
    isListening: () => isListening,
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, vary: 'sec-fetch-dest' })
    const { origin } = request.headers
    if (origin) reply.header('access-control-allow-origin', origin)
  })
  responseCache(app, { events, counters: { call: counted }, isOn, now: () => now })
  app.get('/*', { config: { mayShare: true } }, async (request, reply) => handle(request, reply))
  app.get('/own', async (request, reply) => handle(request, reply))
}

beforeEach(() => {
  counted.mockClear()
  isListening = true
  // As late as a process is when it reads.
  now = 5000
  reads = 0
  handle = read
  serve()
})

const send = (url = '/phones', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })
const ask = async (...of: Parameters<typeof send>) => (await send(...of)).body

/** A read that ends when it learns to. */
function slowly(handler: Handler = read) {
  const go = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  handle = async (request, reply) => {
    // Declared before it is read.
    const answer = handler(request, reply)
    began.resolve()
    await go.promise
    return answer
  }
  return { finish: go.resolve, fail: go.reject, began: began.promise }
}

describe('a shared answer', () => {
  it('is cached until one of its topics changes', async () => {
    expect([await ask(), await ask()]).toEqual(['{"reads":1}', '{"reads":1}'])
    change('category:phones')
    expect([await ask(), await ask()]).toEqual(['{"reads":2}', '{"reads":2}'])
    change('category:tablets')
    expect(await ask()).toBe('{"reads":2}')
    change('advertised')
    expect(await ask()).toBe('{"reads":3}')
  })

  it('is read once for all who ask at the same time', async () => {
    const { finish, began } = slowly()
    const asked = [ask(), ask(), ask()]
    await began
    finish()
    expect(await Promise.all(asked)).toEqual(Array(3).fill('{"reads":1}'))
  })

  it('is never a second old, counted from when its reading began', async () => {
    const { finish, began } = slowly()
    const first = ask()
    await began
    now += 600
    finish()
    await first
    expect(await ask()).toBe('{"reads":1}')
    now += 400
    expect(await ask()).toBe('{"reads":2}')
  })

  it('that was read while it changed goes to those who waited, and to nobody after the change', async () => {
    const { finish, began } = slowly()
    const before = [ask(), ask()]
    await began
    change('advertised')
    handle = read
    expect(await ask()).toBe('{"reads":2}')
    finish()
    expect(await Promise.all(before)).toEqual(['{"reads":1}', '{"reads":1}'])
    expect(await ask()).toBe('{"reads":2}')
  })

  it('is not used while the process hears of no changes', async () => {
    await ask()
    isListening = false
    expect([await ask(), await ask()]).toEqual(['{"reads":2}', '{"reads":3}'])
    isListening = true
    change('advertised')
    expect([await ask(), await ask()]).toEqual(['{"reads":4}', '{"reads":4}'])
  })

  it('is watched no longer than it is cached', async () => {
    await ask('/phones')
    await ask('/tablets')
    expect(watched).toHaveLength(4)
    change('category:phones')
    expect(watched).toEqual(['advertised', 'category:tablets'])
    change('advertised')
    expect(watched).toEqual([])
    isListening = false
    await ask()
    await ask('/phones', {}, 'HEAD')
    expect(watched).toEqual([])
  })

  it('is dropped, the one used longest ago first, when all take too much memory', async () => {
    handle = request => {
      read(request, {} as FastifyReply)
      return `${reads}${'x'.repeat(1024 * 1024)}`
    }
    for (let page = 0; page < 9; page += 1) await ask(`/${page}`)
    expect(reads).toBe(9)
    await ask('/8')
    expect(reads).toBe(9)
    await ask('/0')
    expect(reads).toBe(10)
  })

  it('is counted as a call for each who gets it', async () => {
    await ask()
    await ask()
    expect(counted).toHaveBeenCalledExactlyOnceWith({ name: 'phones', outcome: 'OK', seconds: 0 })
  })

  it('carries the headers of its handler, and of each request its own', async () => {
    handle = (request, reply) => {
      reply.headers({ link: '<2>; rel="next"', vary: 'sec-fetch-dest, accept' })
      return read(request, reply)
    }
    const [one, two] = [await send(), await send('/phones', { origin: 'https://a.test' })]
    const { 'x-request-id': first, date: _, ...headers } = one.headers
    const { 'x-request-id': second, date: __, 'access-control-allow-origin': origin, ...others } = two.headers
    expect(others).toEqual(headers)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      link: '<2>; rel="next"',
      vary: 'sec-fetch-dest, accept, authorization, cookie',
    })
    expect(origin).toBe('https://a.test')
    expect(second).not.toBe(first)
    expect((await send()).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('has an etag, by which a client that has it gets no body', async () => {
    const { headers } = await send()
    for (const known of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
      const again = await send('/phones', { 'if-none-match': `${known}` })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    change('advertised')
    expect((await send('/phones', { 'if-none-match': `${headers.etag}` })).statusCode).toBe(200)
    const head = await send('/phones', { 'if-none-match': '' }, 'HEAD')
    const again = await send('/phones', { 'if-none-match': `${head.headers.etag}` }, 'HEAD')
    expect([again.statusCode, again.headers['content-length']]).toEqual([200, head.headers['content-length']])
  })

  it('answers HEAD with its headers alone, and is not filled by it', async () => {
    const first = await send('/phones', {}, 'HEAD')
    const { body, headers } = await send()
    expect(body).toBe('{"reads":2}')
    const head = await send('/phones', {}, 'HEAD')
    expect([reads, head.body, first.body]).toEqual([2, '', ''])
    expect(head.headers.etag).toBe(headers.etag)
    expect(head.headers['content-length']).toBe(headers['content-length'])
  })

  it('has its headers also where nothing is stored', async () => {
    serve({ isOn: false })
    expect((await send()).headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
    expect(await ask()).toBe('{"reads":2}')
  })

  it('is another for a browser that navigates', async () => {
    await ask()
    expect(await ask('/phones', { 'sec-fetch-dest': 'document' })).toBe('{"reads":2}')
  })
})

describe('what is cached', () => {
  const answering = (status: number) => (request: FastifyRequest, reply: FastifyReply) => {
    read(request, reply)
    return reply.code(status).send({ reads })
  }

  it.each([200, 301, 404, 410])('are answers of %i', async status => {
    handle = answering(status)
    const [one, two] = [await send(), await send()]
    expect([one.statusCode, two.statusCode, reads]).toEqual([status, status, 1])
    expect(two.headers.etag === undefined).toBe(status !== 200)
  })

  it.each([201, 207, 400, 401, 403, 429, 500, 503])('are no answers of %i', async status => {
    handle = answering(status)
    const { headers } = await send()
    await send()
    expect(reads).toBe(2)
    expect(headers).not.toHaveProperty('cache-control')
    expect(watched).toEqual([])
  })

  it.each<[string, Handler]>([
    ['that nobody declared shared', () => `${++reads}`],
    [
      'that in part is the caller’s own',
      (request, reply) => {
        request.sharing?.keepPrivate()
        return read(request, reply)
      },
    ],
    ['that nobody may store', (request, reply) => read(request, reply.header('cache-control', 'private, no-store'))],
    ['that sets a cookie', (request, reply) => read(request, reply.header('set-cookie', 'a=b'))],
    [
      'that comes piece by piece',
      (request, reply) => {
        read(request, reply)
        return Readable.from(['a', 'b'])
      },
    ],
  ])('is no answer %s', async (_, handler) => {
    handle = handler
    await ask()
    await ask()
    expect(reads).toBe(2)
    expect(watched).toEqual([])
  })

  it.each([
    ['a bearer', { authorization: 'Bearer a' }],
    ['a session’s cookie', { cookie: 'theme=dark; __Host-second-ring-session=a' }],
    ['a session’s cookie with a space', { cookie: 'second-ring-session =a' }],
  ])('is nothing for a request with %s', async (_, headers) => {
    await ask()
    const own = await send('/phones', headers)
    expect(own.body).toBe('{"reads":2}')
    expect(own.headers).not.toHaveProperty('etag')
    expect(own.headers.vary).toBe('sec-fetch-dest, authorization, cookie')
    expect(await ask()).toBe('{"reads":1}')
  })

  it('is nothing of a route that does not share', async () => {
    await ask('/own')
    expect(await ask('/own')).toBe('{"reads":2}')
  })

  it('is a whole `Response` too', async () => {
    handle = (request, reply) => {
      read(request, reply)
      return new Response(`${reads}`, { status: 404, headers: { 'content-type': 'text/html', vary: 'accept' } })
    }
    const [one, two] = [await send(), await send()]
    expect([one.body, two.body, two.statusCode]).toEqual(['1', '1', 404])
    expect(two.headers).toMatchObject({
      'content-type': 'text/html',
      vary: 'accept, authorization, cookie, accept-encoding',
    })
  })
})

it('declared after it was sent watches nothing', async () => {
  const late = Promise.withResolvers<void>()
  handle = ({ sharing }, reply) => {
    reply.raw.once('finish', () => {
      sharing?.share(['advertised'])
      late.resolve()
    })
    return 'sent'
  }
  await ask()
  await late.promise
  expect(watched).toEqual([])
})

describe('those who wait', () => {
  it('read for themselves, one after the other, when the first fails', async () => {
    const { fail, began } = slowly()
    const first = ask()
    await began
    const next = slowly()
    const others = [ask(), ask()]
    fail(new Error('away'))
    await first
    await next.began
    next.finish()
    expect(await Promise.all(others)).toEqual(['{"reads":2}', '{"reads":2}'])
  })

  it('read for themselves when the first has left', async () => {
    const { began, finish } = slowly()
    const leaving = new AbortController()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const first = fetch(`${url}/phones`, { signal: leaving.signal }).catch(() => 'left')
    await began
    const second = ask()
    handle = read
    leaving.abort()
    expect(await first).toBe('left')
    expect(await second).toBe('{"reads":2}')
    finish()
    await app.close()
  })

  it('all read for themselves at once when the first gets an answer of its own', async () => {
    const { finish, began } = slowly(() => `${++reads}`)
    const asked = [ask(), ask(), ask()]
    await began
    finish()
    expect((await Promise.all(asked)).sort()).toEqual(['1', '2', '3'])
  })
})

describe('a client that limits the age', () => {
  const within = (ms: number | string) => ask('/phones', { [MAX_AGE_HEADER]: `${ms}` })

  it('gets what was read since, and what it gets is cached', async () => {
    await ask()
    now += 500
    expect(await within(500)).toBe('{"reads":1}')
    expect(await within(499)).toBe('{"reads":2}')
    expect(await ask()).toBe('{"reads":2}')
    change('advertised')
    expect(await ask()).toBe('{"reads":3}')
  })

  it('is not let through by words that are no age', async () => {
    await ask()
    for (const words of ['-1', 'no-cache', '1e-9', '']) expect(await within(words)).toBe('{"reads":1}')
    expect(await ask('/phones', { 'cache-control': 'no-cache' })).toBe('{"reads":1}')
  })

  it('waits for the read that is under way, so that however many ask one read follows another', async () => {
    const { finish, began } = slowly()
    const first = ask()
    await began
    now += 100
    const next = slowly()
    const others = [within(0), within(50), within(200)]
    finish()
    await next.began
    next.finish()
    expect(await first).toBe('{"reads":1}')
    expect((await Promise.all(others)).sort()).toEqual(['{"reads":1}', '{"reads":2}', '{"reads":2}'])
  })
})

describe('a page', () => {
  const page = `<p>${'Phones. '.repeat(400)}</p>`
  const get = (headers = {}) => app.inject({ url: '/', headers })
  beforeEach(() => {
    handle = ({ sharing }, reply) => {
      sharing?.share(['advertised'])
      reads += 1
      return reply.type('text/html').send(page)
    }
  })

  it('goes out compressed to who takes it so, cached or not, and plain to others', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { headers, rawPayload } = await get({ 'accept-encoding': 'gzip, br' })
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': `${rawPayload.length}` })
      expect(headers.vary).toContain('accept-encoding')
      expect(brotliDecompressSync(rawPayload).toString()).toBe(page)
    }
    const plain = await get({ 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toContain('accept-encoding')
    expect(plain.body).toBe(page)
    expect(reads).toBe(1)
  })

  it('has a tag for each form, and is not sent again to who has that form', async () => {
    const br = { 'accept-encoding': 'br' }
    const { etag = '' } = (await get(br)).headers
    expect((await get()).headers.etag).not.toBe(etag)
    expect((await get({ ...br, 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(200)
  })
})
