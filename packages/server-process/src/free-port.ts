import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what systems give to connections by themselves, of which a busy test has thousands: none of them takes it first. */
const FIRST = 20_000
const END = 32_768
const TRIES = 50

/** A TCP port of this machine's loopback that nothing listens on right now. Another server may still take it first. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST, END)
    if (await isFree(port, host)) return port
  }
  throw new Error('No port is free')
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
