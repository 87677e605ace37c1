import { Agent, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import type { Wire } from './requests.ts'

/** What came back: an answer, or null when the connection was closed without one. */
export interface Received {
  answer: { status: number; headers: Headers; text: string } | null
  ms: number
}

/** Sends requests over a few connections that are used again and again. */
export function wireSender(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)

  function send({ method, path, headers, body }: Wire, as: string | undefined): Promise<Received> {
    const started = performance.now()
    return new Promise(resolve => {
      const end = (answer: Received['answer']) => resolve({ answer, ms: performance.now() - started })
      const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
      const asked = request({
        agent,
        hostname,
        port,
        method,
        path: path.toWellFormed().replaceAll(/[^\x21-\x7e]/g, sign => encodeURIComponent(sign)),
        headers: { ...length, ...headers, ...(as !== undefined && { authorization: as }) },
      })
      asked.on('response', async incoming => {
        const text = await textOf(incoming).catch(() => null)
        const all = new Headers(Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) => values.map(value => [name, value])))
        end(text === null ? null : { status: incoming.statusCode ?? 0, headers: all, text })
      })
      asked.on('error', () => end(null))
      asked.end(body ?? undefined)
    })
  }

  return { send, close: () => agent.destroy() }
}
