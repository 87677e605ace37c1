import type { Server } from 'node:http'

/**
 * Listens, and resolves to the port that was given. Throws an Error of one line when the port is taken.
 * @param port 0 picks a free one.
 */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken.`, { cause: error }) : error),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/** Stops listening and closes what is still connected. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** The address at which this machine reaches a server that listens on `host`. */
export const reachableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
