import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boundConnections, type ConnectionLimits } from './bound-connections.ts'
import { listen } from './testing/listen.ts'

const MIB = 1024 * 1024

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

interface Serving {
  handle?: RequestListener
  trustedProxies?: string[]
  limits?: Partial<ConnectionLimits>
}

const answerAtOnce: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('ok'))
}

async function serve({ handle = answerAtOnce, trustedProxies = [], limits = {} }: Serving = {}) {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!request.socket.destroyed) handle(request, response)
  })
  boundConnections(server, { trustedProxies, limits })
  const open = await listen(server)
  const openMany = async (count: number) => {
    const sockets: Socket[] = []
    for (let index = 0; index < count; index += 1) sockets.push(await open())
    return sockets
  }
  /** Connections on which one request was answered. */
  const openAnswered = async (count: number) => {
    const sockets = await openMany(count)
    for (const socket of sockets) {
      const answered = once(socket, 'data')
      socket.write(GET)
      await answered
    }
    return sockets
  }
  return { server, open, openMany, openAnswered }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'
const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === 'open'
const openOf = (sockets: Socket[]) => sockets.filter(isOpen).length
const eventually = (sockets: Socket[], count: number) => vi.waitFor(() => expect(openOf(sockets)).toBe(count))
/** Reads what comes, so that the end is noticed. */
const drain = (sockets: Socket[]) => {
  for (const socket of sockets) socket.resume()
  return sockets
}

describe('connections of one address without a whole request', () => {
  it('make way for the next, the oldest first, and 50 stay', async () => {
    const { open, openMany } = await serve()
    const old = drain(await openMany(50))
    vi.advanceTimersByTime(2000)
    const young = [await open(), await open()]
    vi.advanceTimersByTime(1000)
    await eventually(old, 48)
    expect([old.slice(2).every(isOpen), young.every(isOpen)]).toEqual([true, true])
  })

  it('end within two seconds also when no other comes', async () => {
    const { openMany } = await serve()
    const sockets = drain(await openMany(80))
    vi.advanceTimersByTime(2000)
    await eventually(sockets, 50)
  })

  it('may be many in one second', async () => {
    const { open, openMany } = await serve()
    const sockets = await openMany(120)
    vi.advanceTimersByTime(500)
    sockets.push(await open())
    const answers = sockets.map(socket => text(socket))
    for (const socket of sockets) socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('are those too that had a whole request before', async () => {
    const { server, openAnswered } = await serve()
    const sockets = drain(await openAnswered(60))
    for (const socket of sockets) {
      const begun = once(server, 'request')
      socket.write(POST)
      await begun
    }
    vi.advanceTimersByTime(3000)
    await eventually(sockets, 50)
  })

  it('do not include those whose request has come, however long its answer takes', async () => {
    const waiting: ServerResponse[] = []
    const { server, open, openMany } = await serve({ handle: (_, response) => void waiting.push(response) })
    const sockets: Socket[] = []
    for (let index = 0; index < 60; index += 1) {
      const socket = await open()
      const begun = once(server, 'request')
      socket.write(GET)
      await begun
      sockets.push(socket)
    }
    vi.advanceTimersByTime(5000)
    await openMany(3)
    const answers = sockets.map(socket => once(socket, 'data'))
    for (const response of waiting) response.end('late')
    for (const [answer] of await Promise.all(answers)) expect(`${answer}`).toMatch(/late/)
  })
})

describe('connections of one address that rest', () => {
  it('are 200, and the oldest end', async () => {
    const { openAnswered } = await serve()
    const sockets = drain(await openAnswered(205))
    vi.advanceTimersByTime(4000)
    expect(openOf(sockets)).toBe(205)
    vi.advanceTimersByTime(3000)
    await eventually(sockets, 200)
    expect(openOf(sockets.slice(0, 5))).toBe(0)
  })
})

describe('all connections of one address', () => {
  it('are bounded, and those that rest make way for the next', async () => {
    const { open, openAnswered } = await serve({ limits: { all: 60 } })
    const sockets = drain(await openAnswered(60))
    vi.advanceTimersByTime(200)
    const next = await open()
    await eventually(sockets, 59)
    expect(isOpen(next)).toBe(true)
  })

  it('are bounded while each is worked on: the next is ended', async () => {
    const { server, open, openMany } = await serve({ handle: () => undefined, limits: { all: 60 } })
    const sockets = drain(await openMany(60))
    for (const socket of sockets) {
      const begun = once(server, 'request')
      socket.write(GET)
      await begun
    }
    const next = drain([await open(), await open()])
    await eventually(next, 0)
    vi.advanceTimersByTime(5000)
    expect(openOf(sockets)).toBe(60)
  })
})

describe('requests in one connection', () => {
  it('are worked on up to eight at once; with more it ends', async () => {
    const handle = vi.fn()
    const { open } = await serve({ handle })
    const [ends, more] = [await open(), await open()]
    ends.resume().write(GET.repeat(500))
    await eventually([ends], 0)
    expect(handle).toHaveBeenCalledTimes(8)
    more.write(GET.repeat(8))
    await vi.waitFor(() => expect(handle).toHaveBeenCalledTimes(16))
    expect(isOpen(more)).toBe(true)
  })

  it('may be any number, one after the other', async () => {
    const { open } = await serve()
    const socket = await open()
    for (let n = 0; n < 30; n += 1) {
      const answered = once(socket, 'data')
      socket.write(GET)
      expect(`${await answered}`).toMatch(/200/)
    }
    expect(isOpen(socket)).toBe(true)
  })
})

describe('what is asked for and not taken', () => {
  const handle: RequestListener = (_, response) => void response.end(Buffer.alloc(12 * MIB))

  /** Connections that ask so often and read nothing. */
  async function unread(count: number, { requests = 1, ...serving }: Serving & { requests?: number } = {}) {
    const { server, openMany } = await serve({ handle, ...serving })
    const sockets = await openMany(count)
    for (const socket of sockets) {
      const onRequest = vi.fn()
      server.on('request', onRequest)
      socket.pause().write(GET.repeat(requests))
      await vi.waitFor(() => expect(onRequest).toHaveBeenCalledTimes(requests))
      server.off('request', onRequest)
    }
    return { server, sockets }
  }

  const connectionsOf = (server: Awaited<ReturnType<typeof unread>>['server']) =>
    new Promise<number>((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))))
  const eventuallyHas = (server: Parameters<typeof connectionsOf>[0], count: number) =>
    vi.waitFor(async () => expect(await connectionsOf(server)).toBe(count))

  it('is 16 MiB of an address at most: who has waited longest ends', async () => {
    const { server } = await unread(3)
    vi.advanceTimersByTime(2500)
    await eventuallyHas(server, 1)
  })

  it('is ended at once when it is a flood', async () => {
    const { server } = await unread(8)
    vi.advanceTimersByTime(900)
    await vi.waitFor(async () => expect(await connectionsOf(server)).toBeLessThan(8))
  })

  it('is 16 MiB of a connection with several answers', async () => {
    const { server } = await unread(1, { requests: 2 })
    vi.advanceTimersByTime(2500)
    await eventuallyHas(server, 0)
  })

  it('may be larger when it is one answer alone', async () => {
    const { server } = await unread(1, { handle: (_, response) => void response.end(Buffer.alloc(40 * MIB)) })
    vi.advanceTimersByTime(5000)
    expect(await connectionsOf(server)).toBe(1)
  })
})

describe('a trusted proxy', () => {
  const trustedProxies = ['loopback']
  const from = (client: string, request: string) => request.replace('Host: x', `Host: x\r\nX-Forwarded-For: ${client}`)

  it('may have as many connections as it likes', async () => {
    const { openMany, openAnswered } = await serve({ trustedProxies, limits: { idle: 20, all: 40 } })
    const sockets = [...drain(await openMany(60)), ...drain(await openAnswered(60))]
    vi.advanceTimersByTime(10_000)
    for (const socket of sockets) {
      const answered = Promise.race([once(socket, 'data'), once(socket, 'close')])
      socket.write(GET)
      expect(`${await answered}`).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  it('brings requests that count for the client that it names, who is told so', async () => {
    const { server, openMany } = await serve({ trustedProxies })
    const sockets = await openMany(61)
    const answers = new Map<Socket, string>()
    for (const [index, socket] of sockets.entries()) {
      socket.on('data', data => answers.set(socket, `${data}`))
      const begun = once(server, 'request')
      socket.write(from(index === 0 ? '192.0.2.9' : '192.0.2.1', POST))
      await begun
    }
    vi.advanceTimersByTime(3000)
    await eventually(sockets, 51)
    expect(isOpen(sockets[0] as Socket)).toBe(true)
    expect([...answers.values()].every(answer => answer.startsWith('HTTP/1.1 408 '))).toBe(true)
    expect(answers.size).toBe(10)
  })
})

it('an address is known after its connection has ended', async () => {
  const { server } = await serve()
  const known = once(server, 'connection') as Promise<[Socket]>
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  const [socket] = await known
  socket.on('error', () => undefined)
  client.resetAndDestroy()
  await new Promise(resolve => socket.once('close', resolve))
  expect(socket.remoteAddress).toBe('127.0.0.1')
})
