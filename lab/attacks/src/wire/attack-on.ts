import { appRouter } from '@second-ring/api/trpc-api/app-router'
import type { Market } from '@second-ring/testkit'
import { expect } from 'vitest'
import { type Answer, answerOf } from './answer.ts'
import { stateOf } from './database-state.ts'

interface Sent {
  /** The whole `authorization` header. */
  as?: string | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string | Blob | FormData
  headers?: Record<string, string>
}

/** How a person or nobody calls both transports of a market; every answer is looked at for what it should not tell. */
export function attackOn(market: Market) {
  async function send(method: string, path: string, { as, body, raw, headers }: Sent = {}): Promise<Answer> {
    const response = await fetch(new URL(path, market.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(as !== undefined && { authorization: as }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined && { body: raw }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return answerOf(response.status, response.headers, await response.text())
  }

  /** Calls a procedure; `data` of the answer is what it gives. */
  async function rpc(path: string, input?: unknown, sent: Sent = {}): Promise<Answer & { data: unknown }> {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
    if (typeOf(path) === 'query') return withData(await send('GET', `/trpc/${path}${query}`, sent))
    if (input !== undefined) return withData(await send('POST', `/trpc/${path}`, { ...sent, body: input }))
    // A change without input is sent as the web does: in a batch, whose only call names none.
    const { status, headers, text } = await send('POST', `/trpc/${path}?batch=1`, { ...sent, body: {} })
    return withData(answerOf(status, headers, text.replace(/^\[(.*)\]$/s, '$1')))
  }

  /** Makes a call that has to be rejected with one of the statuses, and to change nothing in the database. */
  async function refused<A extends Answer>(call: () => Promise<A>, ...statuses: number[]): Promise<A> {
    const before = await stateOf(market.database)
    const answer = await call()
    expect(statuses, answer.text).toContain(answer.status)
    expect(await stateOf(market.database), `refused with ${answer.status}, and yet something changed`).toEqual(before)
    return answer
  }

  return { send, rpc, refused }
}

function withData(answer: Answer): Answer & { data: unknown } {
  const { result } = (answer.body ?? {}) as { result?: { data: unknown } }
  return { ...answer, data: result?.data }
}

/** The type of a procedure by its path, which tRPC's types do not tell. */
export function typeOf(path: string): 'query' | 'mutation' | undefined {
  const byPath: object = appRouter._def.procedures
  return (byPath as Record<string, { _def: { type: 'query' | 'mutation' } }>)[path]?._def.type
}
