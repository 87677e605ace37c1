import { once } from 'node:events'
import { createServer, IncomingMessage, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { READS_NO_FURTHER, readNoFurther } from './read-no-further.ts'
import { listen } from './testing/listen.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const REQUESTS = 100

/** Sends many requests in one write, of which the second ends the connection. Returns when it has ended. */
async function sendBurst(atEnd: (request: IncomingMessage) => void): Promise<{ made: number; closed: number }> {
  const seen = { made: 0, closed: 0 }
  class CountedMessage extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket)
      seen.made += 1
      if (socket.destroyed) atEnd(this)
    }
  }
  const serve = vi.fn<RequestListener>((request, response) => {
    response.on('close', () => {
      seen.closed += 1
    })
    if (serve.mock.calls.length === 2) request.socket.destroy()
  })
  const open = await listen(createServer({ IncomingMessage: CountedMessage, ...READS_NO_FURTHER }, serve))
  const socket = await open()
  socket.resume().write(GET.repeat(REQUESTS))
  await once(socket, 'close')
  await vi.waitFor(() => expect(seen.closed).toBe(serve.mock.calls.length))
  return seen
}

// These two say what Node does, and no document of Node's: whoever raises its version reads `read-no-further.ts`.
describe(`Node ${process.version}`, () => {
  it('goes on making requests of a connection that has ended', async () => {
    expect((await sendBurst(() => undefined)).made).toBe(REQUESTS)
  })

  it('makes none after one that is to be the last, gives it to nobody, and closes the answers before it', async () => {
    expect(await sendBurst(readNoFurther)).toEqual({ made: 3, closed: 2 })
  })
})
