import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import type { Wire } from './wire.ts'

/** What came back: an answer, or null when the connection was closed without one, or never. */
export interface Received {
  answer: { status: number; headers: Headers; text: string } | null
  ms: number
}

/** What takes longer than this is left; it counts as having taken that long. */
const GIVE_UP_MS = 15_000

/** Sends requests over a few connections that are used again and again. */
export function wireSender(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)

  function send({ method, path, headers, body }: Wire, as: string | undefined): Promise<Received> {
    const started = performance.now()
    return new Promise(resolve => {
      const end = (answer: Received['answer']) => resolve({ answer, ms: performance.now() - started })
      const isSized = body !== null && !('transfer-encoding' in headers)
      const length = isSized ? { 'content-length': Buffer.byteLength(body) } : {}
      const asked = request({
        agent,
        hostname,
        port,
        method,
        path: path.toWellFormed().replaceAll(/[^\x21-\x7e]/g, sign => encodeURIComponent(sign)),
        headers: { ...length, ...headers, ...(as !== undefined && { authorization: as }) },
        signal: AbortSignal.timeout(GIVE_UP_MS),
      })
      asked.on('response', async incoming => {
        const { headersDistinct, statusCode: status = 0 } = incoming
        const text = await read(incoming).catch(() => null)
        const all = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        end(text === null ? null : { status, headers: new Headers(all), text })
      })
      asked.on('error', () => end(null))
      asked.end(body ?? undefined)
    })
  }

  return { send, close: () => agent.destroy() }
}

/** All of an answer; of a stream of events the first that tells something, and then it is left. */
async function read(incoming: IncomingMessage): Promise<string> {
  if (!incoming.headers['content-type']?.startsWith('text/event-stream')) return textOf(incoming)
  incoming.setEncoding('utf8')
  let text = ''
  for await (const chunk of incoming) {
    text += chunk
    if (/^data: .+\n(?:id: .*\n)?\n/m.test(text.replaceAll(/^event: connected\ndata: .*\n\n/gm, ''))) break
  }
  return text
}
