import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'

/** What the provider does instead of answering: `slow` never answers, `late cut` does the work and answers nothing. */
export type Fault = 'down' | 'slow' | 'late cut' | 429 | 500 | 503 | Garbage

/** An answer that is not the provider's: the text itself, or what becomes of its own answer. */
export interface Garbage {
  status?: number
  headers?: Record<string, string>
  body: string | ((answer: object) => unknown)
}

interface Asked {
  method: string
  path: string
  idempotencyKey: string | undefined
}

/** Stands between the product and the card payments, lets everything through or fails, and notes what was asked. */
export interface ProviderBetween {
  url: string
  /** What every call meets until it is null again. */
  fault: Fault | null
  asked: Asked[]
  /** Ends every connection: what hangs fails. */
  cut(): void
  stop(): Promise<void>
}

export async function startProviderBetween(target: string): Promise<ProviderBetween> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const idempotencyKey = headers['idempotency-key']
    between.asked.push({
      method,
      path: url,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    })
    const { fault } = between
    if (fault === 'down') outgoing.destroy()
    else if (fault === 'late cut') void pass(incoming, await buffer(incoming), target).then(() => outgoing.destroy())
    else if (typeof fault === 'number') fail(outgoing, fault)
    else if (fault !== null && typeof fault === 'object')
      await garble(outgoing, { fault, answer: () => buffer(incoming).then(body => pass(incoming, body, target)) })
    else if (fault === null)
      void pass(incoming, await buffer(incoming), target).then(answer => answer.pipe(giveOn(answer, outgoing)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const between: ProviderBetween = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    asked: [],
    cut: () => server.closeAllConnections(),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return between
}

function pass({ method, url, headers }: IncomingMessage, body: Buffer, target: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const onward = request(
      new URL(url ?? '/', target),
      { method, headers: { ...headers, connection: 'close' } },
      resolve,
    )
    onward.on('error', reject)
    onward.end(body)
  })
}

function giveOn(answer: IncomingMessage, outgoing: ServerResponse): ServerResponse {
  return outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
}

async function garble(
  outgoing: ServerResponse,
  { fault, answer }: { fault: Garbage; answer: () => Promise<IncomingMessage> },
): Promise<void> {
  const { status = 200, headers = { 'content-type': 'application/json' }, body } = fault
  const text = typeof body === 'string' ? body : JSON.stringify(body(Object(await json(await answer()))))
  outgoing.writeHead(status, headers).end(text)
}

function fail(outgoing: ServerResponse, status: number): void {
  const body = { error: { type: 'api_error', message: 'The provider’s own words, with a secret: sk_live_51.' } }
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
