import { createServer } from 'node:net'

/** A TCP port of this machine's loopback that nothing listens on right now. Another process may still take it first. */
export const freePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port was given')),
      )
    })
  })
