import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy that forwards everything to a server until it is set to drop everything silently. */
export interface SilentProxy {
  /** The URL through the proxy. */
  url: string
  /** Connections stay open, those to come too; nothing goes either way. */
  drop(): void
  /** Connections to come work again; those from before stay silent. */
  passOn(): void
  stop(): Promise<void>
}

export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  let drops = false
  const sockets = new Set<Socket>()
  /** Sockets of clients, of which nothing is passed on any more. */
  const silent = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    const pair = [near, far]
    for (const socket of pair) {
      sockets.add(socket)
      // While everything is dropped, neither side sees the other's end.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (!silent.has(near)) for (const other of pair) other.destroy()
      })
    }
    if (drops) silent.add(near)
    near.on('data', bytes => silent.has(near) || far.write(bytes))
    far.on('data', bytes => silent.has(near) || near.write(bytes))
  })
  server.on('connection', near => near.on('close', () => sockets.delete(near)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    drop() {
      drops = true
      for (const socket of sockets) silent.add(socket)
    },
    passOn() {
      drops = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
