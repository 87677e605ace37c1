import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Caller } from '#identity/caller.ts'
import type { EventTopic } from '#platform/events.ts'
import type { PageRead } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { ListPage } from './whole-list.ts'

/** A schema that can be asked without throwing. */
export type SchemaOf<Value> = z.core.$ZodType<Value> & { safeParse(value: unknown): z.core.util.SafeParseResult<Value> }
export type Schema = SchemaOf<unknown>

/** Who may call: anyone, someone signed in, or the holder of a provider's ID token (before there is an access token). */
export type Access = 'anyone' | 'signed in' | 'identity'

/** What an endpoint is given. `idToken` is the bearer as it came, for the calls that take the provider's. */
export interface Call {
  platform: Platform
  caller: Caller | null
  idToken: string | null
  session: SessionCookie
  reply: FastifyReply
}

/** One call of the wire contract: what it takes, what it answers, and the use case that it translates to. */
export type Endpoint = Description & (Handled | Listed)

interface Description {
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
  /** For a read that is the same for everyone who has not signed in: the topics that its answer hangs on. */
  shared?: ((input: { params: unknown; query: unknown }) => EventTopic[]) | undefined
  /** Whether it makes what it answers field by field, as the contract names them, so that nothing has to be taken away. */
  isPlain?: boolean
}

/** What a request sends, as the endpoint's schemas read it. */
export interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** An endpoint whose answer is made in one piece. */
export interface Handled {
  handle(call: Call, input: Input): Promise<unknown>
}

/** A list, which is read by pages. */
export interface Listed {
  answer: SchemaOf<readonly unknown[]>
  pagingOf(input: Input): Paging
  readPage(call: Call, input: Input, page: PageRead): Promise<ListPage>
}

/** Which page of a list a client wants; the whole list without a `limit`. */
export interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
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
  shared?(input: { params: Parsed<P>; query: Parsed<Q> }): EventTopic[]
  isPlain?: boolean
  handle(call: Call, input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }): Promise<z.core.output<A>>
}): Endpoint {
  const { shared } = of
  return {
    ...of,
    shared: shared && (input => shared(input as Parameters<typeof shared>[0])),
    handle: (call, input) => of.handle(call, input as Parameters<typeof of.handle>[1]),
  }
}

/** Defines a list: a plain array, the whole of it for a client that names no `limit`, else a page; see `whole-list.ts`. */
export function listEndpoint<
  A extends SchemaOf<readonly unknown[]>,
  Q extends SchemaOf<Paging>,
  P extends Schema | undefined = undefined,
>(of: {
  path: string
  summary: string
  access: Access
  params?: P
  query: Q
  answer: A
  shared?(input: { params: Parsed<P>; query: Parsed<Q> }): EventTopic[]
  isPlain?: boolean
  readPage(
    call: Call,
    input: { params: Parsed<P>; query: Parsed<Q> },
    page: PageRead,
  ): Promise<{ items: z.core.output<A>; nextCursor: string | null }>
}): Endpoint {
  const { shared } = of
  return {
    ...of,
    method: 'GET',
    shared: shared && (input => shared(input as Parameters<typeof shared>[0])),
    pagingOf: ({ query }) => query as Parsed<Q>,
    readPage: (call, input, page) => of.readPage(call, input as Parameters<typeof of.readPage>[1], page),
  }
}

/** For who sends no token, or one that is none or has ended; old clients show the message to their user as it is. */
export function signInAgain(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'Sign in again to go on.')
}

/** The caller of an endpoint that wants one. */
export function callerOf({ caller }: Call): Caller {
  if (!caller) throw signInAgain()
  return caller
}

/** The caller, when the email that they sent is theirs. */
export function callerWithEmail(call: Call, email: string): Caller {
  const caller = callerOf(call)
  if (caller.email !== email) throw new DomainError('FORBIDDEN', 'You are signed in with another email. Sign in again.')
  return caller
}
