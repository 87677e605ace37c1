import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens on a free port until the test ends. Returns a function that opens a connection of which the server knows. */
export async function listen(server: Server): Promise<() => Promise<Socket>> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return async () => {
    const known = once(server, 'connection')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await Promise.all([known, once(socket, 'connect')])
    return socket
  }
}
