import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { rawRequest } from '../wire/raw-request.ts'
import { type Person, usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let buyer: Person
beforeAll(async () => {
  market = await createMarket({ webhooks: false, requestTimeoutMs: 600 })
  attack = attackOn(market)
  buyer = await usersOf(market).person()
})
afterAll(() => market.close())

/** Opens a connection, writes what is given and then nothing; `closed` is what the server had to say until it closed. */
function idle(bytes: string): { socket: Socket; open: Promise<unknown>; closed: Promise<string> } {
  const { hostname, port } = new URL(market.url)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', chunk => {
    said += chunk
  })
  socket.on('error', () => undefined)
  const open = once(socket, 'connect').then(() => bytes === '' || socket.write(bytes))
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(said)))
  return { socket, open, closed }
}

/** Others are served meanwhile: nobody, and a person who changes something. */
async function expectServed(): Promise<void> {
  expect((await attack.send('GET', '/categories')).status).toBe(200)
  expect((await attack.rpc('notices.readAll', undefined, { as: buyer.as })).status).toBe(200)
}

const headOf = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${buyer.as}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

describe('a connection', () => {
  it('A69 on which nothing is said is closed: 1,000 of them, and others are served', async () => {
    const connections = Array.from({ length: 1000 }, (_, n) =>
      idle(
        [
          '',
          'GET /',
          'GET /categories HTTP/1.1\r\nHost: loc',
          'POST /orders HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n',
        ][n % 4] ?? '',
      ),
    )
    await Promise.all(connections.map(({ open }) => open))
    await expectServed()
    const said = await Promise.all(connections.map(({ closed }) => closed))
    for (const words of said)
      expect(words).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"code":"REQUEST_TIMEOUT"\})?$/)
    await expectServed()
  })

  it.each(['/orders', '/trpc/orders.place', '/webhooks/card-payments'])(
    'A69 with a slow body to %s is ended, and others are served',
    async path => {
      const body = JSON.stringify({ filler: 'x'.repeat(1000) })
      const slow = idle(headOf(path, body.length))
      await slow.open
      const sending = new AbortController()
      const sent = (async () => {
        let at = 0
        for await (const _ of setInterval(50, undefined, { signal: sending.signal }))
          slow.socket.write(body[at++] ?? '')
      })().catch(() => undefined)
      await expectServed()
      const said = await slow.closed
      sending.abort()
      await sent
      expect(said).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(said).toContain('"code":"REQUEST_TIMEOUT"')
      await expectServed()
    },
  )

  it('A69 that is broken off in the middle of a body leaves nothing behind', async () => {
    const { id } = await market.listing()
    const body = JSON.stringify({
      listingId: id,
      phone: '555 0100',
      meetingPlace: 'Library',
      expectedPriceCents: 20_000,
    })
    for (let cut = 0; cut < body.length; cut += 7) {
      const bytes = `${headOf('/trpc/orders.place', body.length)}${body.slice(0, cut)}`
      await rawRequest(market.url, bytes, { leaves: true })
    }
    await expectServed()
    expect(await market.database.order.count()).toBe(0)
  })
})
