import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { createBoundedServer } from './bounded-message.ts'
import { listen } from './testing/listen.ts'

const echo: RequestListener = async (request, response) => void response.end(await text(request))
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`

async function serve(handle: RequestListener = echo) {
  const server = createBoundedServer(handle)
  return { server, open: await listen(server) }
}

/** What is answered to a body in these chunks. */
async function answerTo(chunks: string[], handle?: RequestListener): Promise<string> {
  const { open } = await serve(handle)
  const socket = await open()
  const answer = text(socket)
  socket.write(HEAD + chunks.map(chunk).join('') + chunk(''))
  return answer
}

describe('a body', () => {
  it('is handed on as it came, small pieces of one read together', async () => {
    const words = Array.from({ length: 900 }, (_, n) => `${n} `)
    const pieces: number[] = []
    const answer = await answerTo(['a'.repeat(5000), ...words, 'z'.repeat(5000)], (request, response) => {
      request.on('data', piece => pieces.push(piece.length))
      echo(request, response)
    })
    expect(answer).toContain(`${'a'.repeat(5000)}${words.join('')}${'z'.repeat(5000)}`)
    expect(pieces.length).toBeLessThan(20)
  })

  it('may come in 1,024 pieces of one byte, and in any number of larger ones', async () => {
    expect(await answerTo(Array(1024).fill('x'))).toMatch(/^HTTP\/1\.1 200 [\s\S]*x{1024}$/)
    expect(await answerTo(Array(3000).fill('x'.repeat(100)))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('in more pieces of one byte is given up, with an answer', async () => {
    expect(await answerTo(Array(1025).fill('x'))).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE"/)
  })

  it('in more pieces ends without a second answer when one has begun', async () => {
    const early: RequestListener = (request, response) => {
      response.end('early')
      request.resume()
    }
    const answer = await answerTo(Array(1025).fill('x'), early)
    expect(answer.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(answer).not.toContain('413')
  })

  it('waits when nobody reads it', async () => {
    const asked = Promise.withResolvers<IncomingMessage>()
    const { open } = await serve(request => asked.resolve(request))
    const socket = await open()
    socket.write(HEAD)
    const request = await asked.promise
    const sent = vi.fn()
    for (let n = 0; n < 200; n += 1) socket.write(chunk('x'.repeat(100)).repeat(500), sent)
    await once(request, 'readable')
    await vi.waitFor(() => expect(request.readableLength).toBeGreaterThan(0))
    expect(request.readableLength).toBeLessThan(1024 * 1024)
    expect(sent.mock.calls.length).toBeLessThan(200)
  })
})

describe('requests of one read', () => {
  it('are not made after the connection has ended', async () => {
    const handle = vi.fn<RequestListener>(request => void request.socket.destroy())
    const { open } = await serve(handle)
    const socket = await open()
    socket.resume().write(GET.repeat(500))
    await once(socket, 'close')
    expect(handle).toHaveBeenCalledTimes(1)
  })

  it('are 16 at most', async () => {
    const handle = vi.fn<RequestListener>()
    const { open } = await serve(handle)
    const socket = await open()
    socket.resume().write(GET.repeat(500))
    await once(socket, 'close')
    expect(handle).toHaveBeenCalledTimes(16)
  })

  it('are closed with their connection, each of them once', async () => {
    const closed = vi.fn()
    const { open } = await serve((_, response) => void response.on('close', closed))
    const socket = await open()
    socket.resume().write(GET.repeat(500))
    await once(socket, 'close')
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(16))
  })

  it('that ask for another protocol are answered as others', async () => {
    const { open } = await serve()
    const socket = await open()
    const answer = text(socket)
    socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n'))
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})
