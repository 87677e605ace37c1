import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSlowConnections } from './slow-connections.ts'
import { listen } from './testing/listen.ts'

const SLOW_AFTER_MS = 10_000
const KIB = 1024

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A server that answers each request once all of it has come, with the number of its bytes. */
const countBytes: RequestListener = (request, response) => {
  let bytes = 0
  request.on('data', chunk => {
    bytes += chunk.length
  })
  request.on('end', () => response.end(`${bytes}`))
}

async function serve({ handle = countBytes } = {}) {
  const server = createServer(handle)
  endSlowConnections(server, { slowAfterMs: SLOW_AFTER_MS })
  const open = await listen(server)
  return { server, open }
}

const headOf = (length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`

/** Sends bytes, of which the server has heard when it resolves. No time passes: `vi.waitFor` would move the clock. */
async function send(socket: Socket, bytes: string, arrived: () => number): Promise<void> {
  const all = arrived() + bytes.length
  socket.write(bytes)
  while (arrived() < all) await setImmediate()
}

describe('a body', () => {
  async function sending(length: number) {
    let received = 0
    const { server, open } = await serve({
      handle: (request, response) => {
        request.on('data', chunk => {
          received += chunk.length
        })
        countBytes(request, response)
      },
    })
    const socket = await open()
    const answer = text(socket)
    const begun = once(server, 'request')
    socket.write(headOf(length))
    await begun
    return { socket, answer, more: (bytes: number) => send(socket, 'x'.repeat(bytes), () => received) }
  }

  it('that comes in drops is given up after ten seconds', async () => {
    const { answer, more } = await sending(1000)
    await more(10)
    vi.advanceTimersByTime(9000)
    await more(10)
    vi.advanceTimersByTime(2000)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
  })

  it('of 4 KiB a second may take longer', async () => {
    const { answer, more } = await sending(160 * KIB)
    for (let seconds = 0; seconds < 40; seconds += 1) {
      await more(4 * KIB)
      vi.advanceTimersByTime(1000)
    }
    expect(await answer).toMatch(new RegExp(`^HTTP/1\\.1 200 [\\s\\S]*${160 * KIB}$`))
  })

  it('of a little less than that is given up', async () => {
    const { answer, more } = await sending(200 * KIB)
    for (let seconds = 0; seconds < 10; seconds += 1) {
      await more(4400)
      vi.advanceTimersByTime(1000)
    }
    vi.advanceTimersByTime(1000)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('that is slow after its answer has begun has its connection ended', async () => {
    const { server, open } = await serve({ handle: (_, response) => void response.write('early') })
    const socket = await open()
    const begun = once(server, 'request')
    socket.write(headOf(10))
    await begun
    const answer = text(socket).catch(() => 'ended')
    vi.advanceTimersByTime(11_000)
    expect(await answer).not.toContain('408')
  })
})

describe('an answer', () => {
  const LARGE = 64 * KIB * KIB

  async function reading() {
    const { server, open } = await serve({ handle: (_, response) => response.end(Buffer.alloc(LARGE)) })
    const socket = await open()
    const begun = once(server, 'request')
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await begun
    return socket
  }

  /** How many bytes come until the connection ends. */
  async function taken(socket: Socket): Promise<number> {
    let bytes = 0
    socket.on('data', chunk => {
      bytes += chunk.length
    })
    const ended = new Promise(resolve => socket.once('close', resolve))
    socket.resume()
    await ended
    return bytes
  }

  it('that nobody takes is given up after half a minute', async () => {
    const socket = await reading()
    vi.advanceTimersByTime(32_000)
    expect(await taken(socket)).toBeLessThan(LARGE)
  })

  it('that is taken late is whole', async () => {
    const socket = await reading()
    vi.advanceTimersByTime(25_000)
    expect(await taken(socket)).toBeGreaterThan(LARGE)
  })
})
