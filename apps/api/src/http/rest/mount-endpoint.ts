import { DomainError } from '@second-ring/contracts/errors'
import { IdempotencyKey } from '@second-ring/contracts/idempotency'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import type { Caller } from '#identity/caller.ts'
import { fingerprintOf } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { observeCall } from '#platform/telemetry.ts'
import { readShared } from '../response-cache.ts'
import {
  type Call,
  callerOf,
  type Endpoint,
  type Handled,
  type Input,
  type Listed,
  type SchemaOf,
  signInAgain,
} from './endpoint.ts'
import { linkNext } from './next-page.ts'
import { parseInput, refuseAmbiguous } from './read-input.ts'
import type { SessionCookie } from './session-cookie.ts'
import { beginList, type ReadPage, sendWholeList } from './whole-list.ts'

/** Serves an endpoint: reads who calls and what they send, and answers as the contract says. */
export function mountEndpoint(
  app: FastifyInstance,
  { platform, session }: { platform: Platform; session: SessionCookie },
  of: Endpoint,
): void {
  app.route({
    method: of.method,
    url: of.path,
    config: { isRest: true, mayShare: of.shared !== undefined },
    async handler(request, reply) {
      refuseAmbiguous(request.query)
      const bearer = bearerToken(request.headers.authorization)
      const cookie = session.tokenOf(request)
      // What one person is shown is kept by nothing on the way, nor by their browser for whoever sits there next.
      if (bearer !== null || cookie !== null) reply.header('cache-control', 'no-store')
      const caller = of.access === 'identity' ? null : await authenticate(platform, bearer ?? cookie)
      const call: Call = { platform, caller, idToken: bearer, session, reply }
      if (of.access === 'signed in') callerOf(call)
      if (of.access === 'identity' && bearer === null) throw signInAgain()
      const name = `${of.method} ${of.path}`
      request.sharing?.calls.push(name)
      async function work() {
        const input = readInput(of, request)
        const read = of.shared ? readShared(platform, request.sharing, of.shared(input)) : platform
        const asked = { call: { ...call, platform: read, caller: attempting(of, { caller, request, input }) }, input }
        return 'handle' in of ? answerWhole(of, asked) : answerList(of, asked)
      }
      return observeCall(platform.telemetry, { name, work })
    },
  })
}

interface Asked {
  call: Call
  input: Input
}

async function answerWhole(of: Extract<Endpoint, Handled>, { call, input }: Asked): Promise<unknown> {
  const answer = toAnswer(of, await of.handle(call, input))
  // Whoever has changed something finds it changed, whatever this process has cached.
  if (of.method !== 'GET') await call.platform.events.caughtUp()
  return answer
}

async function answerList(of: Extract<Endpoint, Listed>, { call, input }: Asked): Promise<unknown> {
  const { reply } = call
  const readPage: ReadPage = async page => {
    const { items, nextCursor } = await of.readPage(call, input, page)
    return { items: toAnswer(of, items), nextCursor }
  }
  const { items, nextCursor, rest } = await beginList(readPage, of.pagingOf(input))
  reply.headers(linkNext(reply.request.url, nextCursor)).type('application/json; charset=utf-8')
  const beginning = JSON.stringify(items)
  return rest ? sendWholeList(reply, { beginning, rest, readPage }) : reply.send(beginning)
}

interface Attempting {
  caller: Caller | null
  request: FastifyRequest
  input: Input
}

/** The caller of a write with the attempt that `Idempotency-Key` names, when there is one. */
function attempting({ method, path }: Endpoint, { caller, request, input }: Attempting): Caller | null {
  const given = request.headers['idempotency-key']
  if (method === 'GET' || given === undefined) return caller
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) {
    throw new DomainError('INVALID_INPUT', 'Idempotency-Key: send one of 1 to 255 printable characters.')
  }
  const { params, body } = input
  const attempt = { key: key.data, operation: `${method} ${path}`, fingerprint: fingerprintOf({ params, body }) }
  return caller && { ...caller, attempt }
}

function readInput(of: Endpoint, request: FastifyRequest): Input {
  return {
    params: of.params && parseInput(of.params, request.params),
    query: of.query && parseInput(of.query, request.query),
    body: of.body && parseInput(of.body, request.body ?? {}),
  }
}

// What the contract does not name does not leave.
function toAnswer<Value>({ answer, isPlain, method, path }: Answering<Value>, value: Value): Value {
  if (isPlain) return value
  const parsed = answer.safeParse(value)
  if (!parsed.success) throw new Error(`${method} ${path} answers what its contract does not allow`)
  return parsed.data
}

type Answering<Value> = Pick<Endpoint, 'method' | 'path' | 'isPlain'> & { answer: SchemaOf<Value> }
