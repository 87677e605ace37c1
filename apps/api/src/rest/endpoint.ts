import { DomainError } from '@second-ring/contracts/errors'
import { authorityFields } from '@second-ring/contracts/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Actor } from '../accounts/actor.ts'
import { authenticate, bearerToken } from '../accounts/authenticate.ts'
import type { EventTopic } from '../platform/events.ts'
import { asksAnew, sendKept } from '../platform/kept-answer.ts'
import type { Platform } from '../platform/platform.ts'
import { platformFor } from '../platform/replicas/readers.ts'
import { observeCall } from '../platform/telemetry.ts'
import type { SessionCookie } from './session-cookie.ts'

type Schema = z.core.$ZodType & { safeParse(value: unknown): z.core.util.SafeParseResult<unknown> }

/** Who may call: anyone, someone signed in, or the holder of a provider's ID token (before there is an access token). */
export type Access = 'anyone' | 'signed in' | 'identity'

/** What an endpoint is given. `idToken` is the bearer as it came, for the calls that take the provider's. */
export interface Call {
  platform: Platform
  actor: Actor | null
  idToken: string | null
  session: SessionCookie
  reply: FastifyReply
}

/** One call of the wire contract: what it takes, what it answers, and the verb that it translates to. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** With Fastify's parameters: `/orders/:id`. */
  path: string
  summary: string
  access: Access
  params?: Schema | undefined
  query?: Schema | undefined
  body?: Schema | undefined
  answer: Schema
  /** The status of a refusal that is answered in this shape too, beside its message and code. */
  refusedAs?: number
  /** For a read that is the same for everyone who has not signed in: what its answer is read from. */
  topics?: ((input: { params: unknown; query: unknown }) => EventTopic[]) | undefined
  /** Whether it makes what it answers field by field, as the contract names them, so that nothing has to be taken away. */
  isPlain?: boolean
  handle(call: Call, input: { params: unknown; query: unknown; body: unknown }): Promise<unknown>
}

type Parsed<S> = S extends z.core.$ZodType ? z.core.output<S> : undefined

/** Defines an endpoint with its input typed by its schemas. */
export function endpoint<
  A extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(of: {
  method: Endpoint['method']
  path: string
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  answer: A
  refusedAs?: number
  topics?(input: { params: Parsed<P>; query: Parsed<Q> }): EventTopic[]
  isPlain?: boolean
  handle(call: Call, input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }): Promise<z.core.output<A>>
}): Endpoint {
  const { topics } = of
  return {
    ...of,
    topics: topics && (input => topics(input as Parameters<typeof topics>[0])),
    handle: (call, input) => of.handle(call, input as Parameters<typeof of.handle>[1]),
  }
}

/** The caller of an endpoint that wants one. */
export function callerOf({ actor }: Call): Actor {
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'Send a valid access token as a bearer.')
  return actor
}

/** The caller, when the email that they sent is theirs. */
export function callerWithEmail(call: Call, email: string): Actor {
  const actor = callerOf(call)
  if (actor.email !== email) throw new DomainError('FORBIDDEN', 'This email is not yours.')
  return actor
}

export function mount(
  app: FastifyInstance,
  { platform, session }: { platform: Platform; session: SessionCookie },
  of: Endpoint,
): void {
  app.route({
    method: of.method,
    url: of.path,
    async handler(request, reply) {
      refuseAmbiguous(request.query)
      const bearer = bearerToken(request.headers.authorization)
      const cookie = session.tokenOf(request)
      // What one person is shown is kept by nothing on the way, nor by their browser for whoever sits there next.
      if (bearer !== null || cookie !== null) reply.header('cache-control', 'no-store')
      const actor = of.access === 'identity' ? null : await authenticate(platform, bearer ?? cookie)
      const call: Call = { platform, actor, idToken: bearer, session, reply }
      if (of.access === 'signed in') callerOf(call)
      if (of.access === 'identity' && bearer === null) {
        throw new DomainError('UNAUTHENTICATED', 'Send the identity provider’s ID token as a bearer.')
      }
      async function work() {
        const input = readInput(of, request)
        const read = async (by: Platform) => {
          const handled = await of.handle({ ...call, platform: by }, input)
          return of.isPlain ? handled : answer(of, handled)
        }
        if (of.topics && bearer === null && cookie === null) {
          const shared = { topics: of.topics(input), isFresh: asksAnew(request) }
          const json = async () => ({
            json: JSON.stringify(await read(platformFor(platform, shared))),
            headers: pick(reply, 'link'),
          })
          const reading = { ...shared, read: json }
          return sendKept(request, reply, await platform.readCache.answer(request.url, reading))
        }
        const answered = await read(platform)
        // Whoever has changed something finds it changed, whatever this process has kept.
        if (of.method !== 'GET') await platform.events.caughtUp()
        return answered
      }
      return observeCall(platform.telemetry, { name: `${of.method} ${of.path}`, work })
    },
  })
}

function pick(reply: FastifyReply, name: string): Record<string, string> {
  const value = reply.getHeader(name)
  return typeof value === 'string' ? { [name]: value } : {}
}

const NAME = /^(?!__proto__$|constructor$|prototype$)\w+$/

// Of a parameter that is given twice, one reader takes the first and another the last; brackets some read as objects.
function refuseAmbiguous(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!NAME.test(name)) throw new DomainError('INVALID_INPUT', 'This is not the name of a parameter.')
    if (Array.isArray(value)) throw new DomainError('INVALID_INPUT', `${name}: send it once.`)
    if (authorityFields.includes(name)) throw new DomainError('INVALID_INPUT', `${name} may not be sent`)
  }
}

function readInput(of: Endpoint, request: FastifyRequest) {
  return {
    params: parse(of.params, request.params),
    query: parse(of.query, request.query),
    body: parse(of.body, request.body ?? {}),
  }
}

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.')
  throw new DomainError('INVALID_INPUT', field ? `${field}: ${issue?.message}` : (issue?.message ?? 'Bad input.'))
}

// What the contract does not name does not leave.
function answer(of: Endpoint, value: unknown): unknown {
  const parsed = of.answer.safeParse(value)
  if (!parsed.success) throw new Error(`${of.method} ${of.path} answers what its contract does not allow`)
  return parsed.data
}
