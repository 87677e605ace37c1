import fc from 'fast-check'
import { arbitraryOf, type Hints } from './arbitrary-of.ts'
import { hostileText, writeJson } from './hostile.ts'
import { spoilt } from './spoil.ts'
import type { Target } from './targets.ts'

/** `newcomer` holds the identity provider's token instead of the product's; `forger` holds nothing good. */
export const callers = ['nobody', 'buyer', 'seller', 'admin', 'newcomer', 'forger'] as const
export type Caller = (typeof callers)[number]

/** A request to be made, written out. */
export interface Wire {
  target: string
  caller: Caller
  /** `broken`: not even HTTP's and JSON's own rules are kept, so that it may be closed without an answer. */
  kind: 'good' | 'spoilt' | 'broken'
  method: string
  /** As it stands in the first line. */
  path: string
  headers: Record<string, string>
  body: string | null
}

interface Input {
  params: unknown
  query: unknown
  input: unknown
}

const BODY_MAX = 256 * 1024

/** Requests of every kind to one target. */
export function requestsTo(target: Target, hints: Hints): fc.Arbitrary<Wire> {
  const caller = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('buyer', 'seller', 'admin' as Caller) },
    { weight: target.path === '/jwt' || target.path === '/users' ? 6 : 1, arbitrary: fc.constant('newcomer' as Caller) },
    { weight: 1, arbitrary: fc.constantFrom('nobody', 'forger' as Caller) },
  )
  const of = (schema: Target['input']) => (schema ? arbitraryOf(schema, { hints, name: '' }) : fc.constant(undefined))
  const inputs = { params: of(target.params), query: of(target.query), input: of(target.input) }
  const good = fc.record<Input>(inputs)
  const bad = fc.oneof(
    fc.record<Input>({ ...inputs, input: spoilt(inputs.input) }),
    fc.record<Input>({ ...inputs, params: spoilt(inputs.params), query: spoilt(inputs.query) }),
  )
  const write = (kind: Wire['kind']) => (written: [Input, Caller]) => wireOf(target, kind, written)
  const plain = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(good, caller).map(write('good')) },
    { weight: 5, arbitrary: fc.tuple(bad, caller).map(write('spoilt')) },
  )
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: fc.tuple(plain, breakage).map(([wire, how]) => how(wire)) })
}

function wireOf(target: Target, kind: Wire['kind'], [{ params, query, input }, caller]: [Input, Caller]): Wire {
  const common = { target: target.name, caller, kind, method: target.method }
  const json = { 'content-type': 'application/json' }
  if (target.face === 'rpc' && target.method === 'GET') {
    const asked = input === undefined ? '' : `?input=${encode(writeJson(input))}`
    return { ...common, path: `${target.path}${asked}`, headers: {}, body: null }
  }
  const values = isRecord(params) ? params : {}
  const path = target.path.replaceAll(/:(\w+)/g, (_, name: string) => encode(textOf(values[name])))
  const asked = isRecord(query)
    ? Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : `${encode(name)}=${encode(textOf(value))}`))
    : [encode(textOf(query))]
  const search = query === undefined || asked.length === 0 ? '' : `?${asked.join('&')}`
  const hasBody = target.method === 'POST'
  return { ...common, path: `${path}${search}`, headers: hasBody ? json : {}, body: hasBody ? writeJson(input ?? {}) : null }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

const types = ['', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'application/json, text/plain', 'application/json;;;', 'x']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']
const oddHeaders: [string, string][] = [
  ['x-forwarded-for', "1.1.1.1, ' OR 1=1"],
  ['x-http-method-override', 'DELETE'],
  ['cookie', 'second-ring-session=x; second-ring-session=y'],
  ['cookie', '%00=%ZZ; =; ;;__proto__=1'],
  ['accept', '*/*;q=x'],
  ['accept-encoding', 'gzip;q=0, identity;q=0'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0,-1,9-'],
  ['trpc-accept', 'application/jsonl'],
  ['last-event-id', 'x'],
  ['stripe-signature', 't=1,v1=x'],
  ['expect', '100-continue'],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'identity'],
  ['upgrade', 'websocket'],
]

const rewritten = (how: (wire: Wire) => Partial<Wire>) => (wire: Wire): Wire => ({ ...wire, ...how(wire), kind: 'broken' })

/** What is done to a request beyond what it says. */
const breakage: fc.Arbitrary<(wire: Wire) => Wire> = fc.oneof(
  fc.constantFrom(...types).map(type => rewritten(({ headers }) => ({ headers: { ...headers, 'content-type': type } }))),
  fc.constant(rewritten(({ headers: { 'content-type': _, ...headers } }) => ({ headers }))),
  fc.double({ min: 0, max: 1, noNaN: true }).map(part => rewritten(({ body }) => ({ body: body?.slice(0, body.length * part) ?? null }))),
  fc.tuple(fc.nat(5000), hostileText).map(([at, text]) =>
    rewritten(({ body }) => ({ body: body && `${body.slice(0, at % body.length)}${text}${body.slice(at % body.length)}` })),
  ),
  fc.constant(rewritten(({ body }) => ({ body: body && body + body }))),
  fc.constantFrom(-2, -1, 0, 1, 1000).map(more => rewritten(() => ({ method: 'POST', body: `"${'x'.repeat(BODY_MAX - 2 + more)}"` }))),
  fc.constantFrom('[', '{"a":', '[{"a":').map(open => rewritten(() => ({ method: 'POST', body: open.repeat(40_000) }))),
  fc.constantFrom(...methods).map(method => rewritten(() => ({ method }))),
  hostileText.map(text => rewritten(({ path }) => ({ path: `${path}/${encode(text)}` }))),
  hostileText.map(text => rewritten(({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${encode(text)}=${encode(text)}` }))),
  fc.constant(rewritten(({ path }) => ({ path: path.replace(/\?(.*)$/, '?$1&$1') }))),
  fc.constantFrom('%', '%ZZ', '%c0%af', '//', '/../', ';', '\\', '%2f', '%00').map(text => rewritten(({ path }) => ({ path: `${path}${text}` }))),
  fc.nat(12).map(count => rewritten(({ path, body }) => batchOf({ path, body, count }))),
  fc.constantFrom(...oddHeaders).map(([name, value]) => rewritten(({ headers }) => ({ headers: { ...headers, [name]: value } }))),
)

function batchOf({ path, body, count }: { path: string; body: string | null; count: number }): Partial<Wire> {
  const [name = '', query] = path.split('?input=')
  if (!name.startsWith('/trpc/')) return {}
  const names = Array.from({ length: count }, () => name.slice('/trpc/'.length)).join(',')
  const inputs = (input: string) => `{${Array.from({ length: count }, (_, n) => `"${n}":${input}`).join(',')}}`
  if (body !== null) return { path: `/trpc/${names}?batch=1`, body: inputs(body) }
  return { path: `/trpc/${names}?batch=1&input=${encode(inputs(query === undefined ? '{}' : decodeURIComponent(query)))}` }
}
