import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bucketHost } from '../upload/upload-hosts.ts'

/** The memory that production gives it. */
const NODE_OPTIONS = '--max-semi-space-size=8 --max-old-space-size=160'

let market: Market
let api: ApiProcess
beforeAll(async () => {
  market = await createMarket({ takesPictures: true })
  api = await market.startProcess({ NODE_OPTIONS, TRUST_PROXY: '127.0.0.2', MAX_EVENT_LOOP_DELAY_MS: '0' })
})
afterAll(async () => {
  await api.stop()
  await market.close()
})

async function connections(count: number, { localAddress = '127.0.0.1', url = api.url } = {}): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port), localAddress }))
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return sockets
}

async function expectServed(url = api.url): Promise<void> {
  for (let n = 0; n < 5; n += 1) expect((await fetch(`${url}/categories`)).status).toBe(200)
}

/** Sends a body in so many chunks of one byte, and returns what is answered until the connection ends. */
async function sendPieces(socket: Socket, { head, chunks }: { head: string; chunks: number }): Promise<string> {
  const answer = text(socket).catch(() => '')
  socket.write(`${head}\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const piece = '1\r\n \r\n'.repeat(5000)
  for (let sent = 0; sent < chunks && !socket.destroyed; sent += 5000)
    await new Promise<void>(resolve => socket.write(piece, () => resolve()))
  return answer
}

describe('A258 bodies in 250,000 chunks of one byte, twelve at once from one address', () => {
  it.each(['/trpc/orders.place', '/orders', '/webhooks/card-payments', '/unsubscribe', '/no-such-path'])(
    'A258 to %s: given up early, and the others are served',
    async path => {
      const head = `POST ${path} HTTP/1.1\r\nContent-Type: application/json`
      const sockets = await connections(12)
      const answers = await Promise.all(sockets.map(socket => sendPieces(socket, { head, chunks: 250_000 })))
      for (const [index, answer] of answers.entries()) {
        // Whoever still sends may lose the answer with the connection.
        if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
        expect(sockets[index]?.bytesWritten).toBeLessThan(5_000_000)
      }
      await expectServed()
    },
  )

  it('A258 a body in as many pieces as a slow line brings is read', async () => {
    const [socket] = await connections(1)
    const answer = text(socket as Socket)
    const head = 'POST /webhooks/card-payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json'
    socket?.write(`${head}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`)
    for (let n = 0; n < 1500; n += 1) socket?.write(`80\r\n${' '.repeat(128)}\r\n`)
    socket?.write('0\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('A259 thousands of requests in one burst of each of 45 connections', () => {
  it.each([
    ['reads', '127.0.0.1', 'GET /categories HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['reads that a trusted proxy would bring', '127.0.0.2', 'GET /categories HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['requests without a host', '127.0.0.1', 'GET / HTTP/1.1\r\n\r\n'],
    ['requests that expect something', '127.0.0.1', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: it\r\n\r\n'],
    ['small bodies', '127.0.0.1', 'POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{'],
  ])('A259 %s: the connections end, and the others are served', async (_, localAddress, request) => {
    const burst = request.repeat(5000)
    for (let round = 0; round < 2; round += 1) {
      const sockets = await connections(45, { localAddress })
      for (const socket of sockets) socket.write(burst)
      for (const socket of sockets) socket.resume()
      await expect.poll(() => sockets.every(({ destroyed }) => destroyed), { timeout: 20_000 }).toBe(true)
      await expectServed()
    }
  })
})

describe.each(['the image host', 'the bucket'])('A260 at %s', name => {
  it('A260 pictures in chunks of one byte are given up early, and the others are served', async () => {
    const host = name === 'the bucket' ? await bucketHost(market, { NODE_OPTIONS }) : null
    if (host) onTestFinished(() => host.close())
    const url = host?.url ?? api.url
    const head = 'POST /1/upload?key=demo HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=xx'
    const [first, second] = await connections(2, { url })
    for (const socket of [first, second]) {
      const answer = await sendPieces(socket as Socket, { head, chunks: 500_000 })
      if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(socket?.bytesWritten).toBeLessThan(5_000_000)
    }
    await expectServed(url)
  }, 120_000)
})
