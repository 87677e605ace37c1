import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'

/** A request as it came in, whole. */
export interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

const PATIENCE_MS = 20_000

/** Hands a request on and waits for the whole answer. @throws Error when the other side does not answer */
export function handOn(origin: string, { method, path, headers, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const out = request(new URL(path, origin), { method, headers: withoutHops(headers), agent: false })
    out.setTimeout(PATIENCE_MS, () => out.destroy(new Error('It took too long')))
    out.once('error', reject)
    out.once('response', answer => {
      whole(answer).then(
        content => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: content }),
        reject,
      )
    })
    out.end(body)
  })
}

/**
 * Listens on a free port and answers with what `answer` makes of each request.
 * @param answer null cuts the connection
 */
export async function listenWith(
  answer: (asked: Asked) => Promise<Answered | null>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server: Server = createServer(async (incoming, outgoing) => {
    try {
      const body = await whole(incoming)
      const { method = 'GET', url: path = '/', headers } = incoming
      const answered = await answer({ method, path, headers, body })
      if (!answered) return void incoming.socket.destroy()
      outgoing.writeHead(answered.status, withoutHops(answered.headers)).end(answered.body)
    } catch {
      // The other side is away: for the one who asked, so is this.
      incoming.socket.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function withoutHops(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, host: ____, ...kept } = headers
  return kept
}
