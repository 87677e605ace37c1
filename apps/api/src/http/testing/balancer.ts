import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** One address before several servers, as a plain balancer is: it sends requests to those that say they are ready. */
export interface Balancer {
  url: string
  /** How many requests each server has answered. */
  answered: ReadonlyMap<string, number>
  /** Resolves when a server says that it is ready, or that it is not. */
  sees(server: string, isReady: boolean): Promise<void>
  stop(): Promise<void>
}

const ASK_EVERY_MS = 20

/**
 * Keeps connections to the servers open, and asks each over and over whether it is ready. A request is sent a second time
 * only when a server has rejected the connection, and so cannot have begun it; all else that goes wrong is a 502.
 */
export async function startBalancer(servers: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const answered = new Map(servers.map(server => [server, 0]))
  const watchers: { server: string; isReady: boolean; resolve: () => void }[] = []
  let turn = 0

  async function ask(server: string): Promise<void> {
    const isReady = await fetch(`${server}/readyz`, { headers: { connection: 'close' } }).then(
      async response => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    if (isReady) ready.add(server)
    else ready.delete(server)
    for (const watcher of watchers) if (watcher.server === server && watcher.isReady === isReady) watcher.resolve()
  }
  const asking = setInterval(() => {
    for (const server of servers) void ask(server)
  }, ASK_EVERY_MS)

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    turn += 1
    const ordered = servers.map((_, index) => servers[(turn + index) % servers.length] ?? '')
    for (const server of ordered.filter(one => ready.has(one))) {
      const sent = await forward(server, { incoming, body, agent })
      if (sent === 'refused') continue
      if (sent === 'broken') break
      answered.set(server, (answered.get(server) ?? 0) + 1)
      outgoing.writeHead(sent.statusCode ?? 502, { 'content-type': 'application/json' }).end(await buffer(sent))
      return
    }
    outgoing.writeHead(502).end()
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    answered,
    sees: (of, isReady) =>
      new Promise(resolve => {
        watchers.push({ server: of, isReady, resolve })
      }),
    async stop() {
      clearInterval(asking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface Forwarded {
  incoming: IncomingMessage
  body: Buffer
  agent: Agent
}

function forward(
  server: string,
  { incoming, body, agent }: Forwarded,
): Promise<IncomingMessage | 'refused' | 'broken'> {
  const { method, url, headers } = incoming
  const { connection: _, 'transfer-encoding': __, ...kept } = headers
  return new Promise(resolve => {
    const out = request(`${server}${url}`, {
      agent,
      method: method ?? 'GET',
      headers: { ...kept, 'content-length': body.length },
    })
    out.once('response', resolve)
    out.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'))
    out.end(body)
  })
}
