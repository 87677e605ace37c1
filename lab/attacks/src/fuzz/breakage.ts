import { BODY_MAX_BYTES } from '@second-ring/contracts/limits'
import fc from 'fast-check'
import { hostileText } from './hostile.ts'
import { encode, type Wire } from './wire.ts'

const types = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/json;;;',
  'x',
]
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
  ['transfer-encoding', 'chunked'],
  ['connection', 'upgrade, authorization'],
  ['keep-alive', 'timeout=-1'],
  ['te', 'trailers'],
  ['proxy-connection', 'x'],
  ['content-length', '0'],
  ['upgrade', 'websocket'],
]

const rewritten: (how: (wire: Wire) => Partial<Wire>) => (wire: Wire) => Wire = how => wire => ({
  ...wire,
  ...how(wire),
  kind: 'broken',
})

/** What is done to a request beyond what it says. */
export const breakage: fc.Arbitrary<(wire: Wire) => Wire> = fc.oneof(
  fc
    .constantFrom(...types)
    .map(type => rewritten(({ headers }) => ({ headers: { ...headers, 'content-type': type } }))),
  fc.constant(rewritten(({ headers: { 'content-type': _, ...headers } }) => ({ headers }))),
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map(part => rewritten(({ body }) => ({ body: body?.slice(0, body.length * part) ?? null }))),
  fc.tuple(fc.nat(5000), hostileText).map(([at, text]) =>
    rewritten(({ body }) => ({
      body: body && `${body.slice(0, at % body.length)}${text}${body.slice(at % body.length)}`,
    })),
  ),
  fc.constant(rewritten(({ body }) => ({ body: body && body + body }))),
  fc
    .constantFrom(-2, -1, 0, 1, 1000, 4_000_000)
    .map(more => rewritten(() => ({ method: 'POST', body: `"${'x'.repeat(BODY_MAX_BYTES - 2 + more)}"` }))),
  fc.constantFrom('[', '{"a":', '[{"a":').map(open => rewritten(() => ({ method: 'POST', body: open.repeat(10_000) }))),
  fc.constantFrom(...methods).map(method => rewritten(() => ({ method }))),
  hostileText.map(text => rewritten(({ path }) => ({ path: `${path}/${encode(text)}` }))),
  hostileText.map(text =>
    rewritten(({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${encode(text)}=${encode(text)}` })),
  ),
  fc.constant(rewritten(({ path }) => ({ path: path.replace(/\?(.*)$/, '?$1&$1') }))),
  fc
    .constantFrom('%', '%ZZ', '%c0%af', '//', '/../', ';', '\\', '%2f', '%00')
    .map(text => rewritten(({ path }) => ({ path: `${path}${text}` }))),
  fc.nat(12).map(count => rewritten(({ path, body }) => batchOf({ path, body, count }))),
  fc
    .constantFrom(...oddHeaders)
    .map(([name, value]) => rewritten(({ headers }) => ({ headers: { ...headers, [name]: value } }))),
)

function batchOf({ path, body, count }: { path: string; body: string | null; count: number }): Partial<Wire> {
  const [name = '', query] = path.split('?input=')
  if (!name.startsWith('/trpc/')) return {}
  const names = Array.from({ length: count }, () => name.slice('/trpc/'.length)).join(',')
  const inputs = (input: string) => `{${Array.from({ length: count }, (_, n) => `"${n}":${input}`).join(',')}}`
  if (body !== null) return { path: `/trpc/${names}?batch=1`, body: inputs(body) }
  return {
    path: `/trpc/${names}?batch=1&input=${encode(inputs(query === undefined ? '{}' : decodeURIComponent(query)))}`,
  }
}
