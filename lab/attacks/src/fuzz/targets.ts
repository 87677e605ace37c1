import type { Access } from '@second-ring/api/http/rest/caller'
import { appRouter } from '@second-ring/api/trpc-api/app-router'
import { AuditFilter } from '@second-ring/contracts/audit/audit-entry'
import { ReadStatementInput } from '@second-ring/contracts/earnings/earnings'
import { WatchInput } from '@second-ring/contracts/live/events'
import { CONNECT_WEBHOOK_SECRET, WEBHOOK_SECRET } from '@second-ring/testkit'
import * as z from 'zod/mini'
import type { Route } from './route-table.ts'

type Schema = z.core.$ZodType

/** A call of the product, with what it says of its own input. */
export interface Target {
  /** As a person would name it: `orders.place`, `POST /orders`. */
  name: string
  face: 'rest' | 'rpc'
  method: 'GET' | 'POST' | 'DELETE'
  /** With parameters as `:id`. */
  path: string
  access?: Access | undefined
  params?: Schema | undefined
  query?: Schema | undefined
  /** The body, or for the typed API the input. */
  input?: Schema | undefined
  /** What its body is signed with, as the payment provider signs. */
  signedWith?: string
}

/** An event of the payment provider, as far as the product reads it. */
const ProviderEvent = z.object({
  id: z.string(),
  object: z.literal('event'),
  created: z.int().check(z.minimum(0)),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.literal('payment_intent'), status: z.string() }) }),
})

/** The same of a connected account. */
const ConnectEvent = z.object({
  id: z.string(),
  object: z.literal('event'),
  created: z.int().check(z.minimum(0)),
  type: z.string(),
  account: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.enum(['account', 'payout', 'capability']) }) }),
})

/** What is known of routes that have no schemas of their own. */
const described: Record<string, Partial<Target>> = {
  'GET /audit.csv': { query: AuditFilter },
  'GET /earnings.csv': { query: ReadStatementInput },
  'GET /live': { query: WatchInput },
  'POST /webhooks/card-payments': {
    input: ProviderEvent,
    signedWith: WEBHOOK_SECRET,
  },
  'POST /webhooks/connected-accounts': {
    input: ConnectEvent,
    signedWith: CONNECT_WEBHOOK_SECRET,
  },
}

/** Every procedure of the router and every route of the server, with its schemas. */
export function targetsOf(routes: readonly Route[]): Target[] {
  const paths = routes
    .filter(({ method, url }) => method in methods && !url.startsWith('/trpc/'))
    .map(({ method, url, schema, config }): Target => {
      const name = `${method} ${url}`
      const common = { name, face: 'rest' as const, method: methods[method] ?? 'GET', path: url }
      const access = config?.access
      if (access === undefined) return { ...common, params: textsOf(url), ...described[name] }
      const { params, querystring, body } = schema ?? {}
      return { ...common, access, params: asSchema(params), query: asSchema(querystring), input: asSchema(body) }
    })
  const distinct = new Map(paths.map(target => [target.name, target]))
  return [...procedures(), ...distinct.values()]
}

// The others are tried on every path as something that is wrong with a request.
const methods: Record<string, Target['method']> = { GET: 'GET', POST: 'POST', DELETE: 'DELETE' }

interface Procedure {
  _def: { type: 'query' | 'mutation'; inputs: Schema[] }
}

function procedures(): Target[] {
  // By path, which tRPC's types do not tell.
  const byPath: object = appRouter._def.procedures
  return Object.entries(byPath as Record<string, Procedure>).map(([path, { _def }]) => ({
    name: path,
    face: 'rpc',
    method: _def.type === 'mutation' ? 'POST' : 'GET',
    path: `/trpc/${path}`,
    input: inputOf(_def.inputs),
  }))
}

/** All that a procedure takes: its own input and, of a write, the key of the attempt. */
function inputOf(inputs: readonly Schema[]): Schema | undefined {
  const [first, ...others] = inputs
  if (others.length === 0) return first
  return z.object(Object.assign({}, ...inputs.map(shapeOf)))
}

/** @throws Error when the fields of a part of an input are not known */
function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object') throw new Error(`A part of an input is no object but ${def.type}`)
  return def.shape
}

function asSchema(value: unknown): Schema | undefined {
  return value instanceof z.core.$ZodType ? value : undefined
}

function textsOf(url: string): Schema | undefined {
  const names = [...url.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? '*')
  return names.length === 0 ? undefined : z.object(Object.fromEntries(names.map(name => [name, z.string()])))
}
