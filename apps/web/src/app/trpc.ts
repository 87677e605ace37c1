import type { AppRouter } from '@second-ring/api/trpc-api/app-router'
import { httpBatchLink, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { CreateQueryUtils } from '@trpc/react-query/shared'
import { plainFetch } from './plain-fetch.ts'
import { createReadAnew } from './read-anew.ts'
import { renewOnRefusal } from './renew-on-refusal.ts'
import type { Session } from './session.ts'

/** The hooks of every procedure. */
export const trpc = createTRPCReact<AppRouter>()

const batch = {
  url: '/trpc',
  maxItems: 10,
  maxURLLength: 2000,
  // The client's type for what fetch takes is wider than the browser's.
  fetch: (url: RequestInfo | URL, init?: object) => plainFetch(url, init),
}

/** Reads of every procedure outside components, on the same cache; for loaders. */
export type Queries = CreateQueryUtils<AppRouter>

/** The client for the session itself: its calls carry only what they are given. */
export const plainClient = trpc.createClient({
  links: [
    httpBatchLink({
      ...batch,
      headers: ({ opList }) => headersFor(opList[0].context.accessToken),
    }),
  ],
})

/** The client for everything else: each call carries the session's bearer. */
export function createClient(session: Session) {
  const readAnew = createReadAnew()
  const headers = async () => ({ ...headersFor(await session.accessToken()), ...readAnew.headers() })
  const ways = {
    others: httpBatchLink({ ...batch, headers }),
    // Counts go by themselves: an answer to several calls comes when the last of them is there.
    'search.facets': httpBatchLink({ ...batch, headers }),
    // The report of a payment goes on when the page or the tab is left.
    'payments.confirm': httpBatchLink({ ...batch, headers, fetch: keepAliveFetch }),
  }
  const links: TRPCLink<AppRouter>[] = [renewOnRefusal(session), readAnew.link(), splitOff(ways)]
  return trpc.createClient({ links })
}

function keepAliveFetch(url: RequestInfo | URL, init?: object): Promise<Response> {
  return plainFetch(url, { ...init, keepalive: true })
}

/** Sends the calls of a procedure by the link under its path, and all others by `others`. */
function splitOff({
  others,
  ...own
}: Record<'others' | (string & {}), TRPCLink<AppRouter>> & { others: TRPCLink<AppRouter> }): TRPCLink<AppRouter> {
  return runtime => {
    const other = others(runtime)
    const byPath = new Map(Object.entries(own).map(([path, link]) => [path, link(runtime)]))
    return call => (byPath.get(call.op.path) ?? other)(call)
  }
}

/** The bearer, and an id by which the request is found again in the server's log. */
function headersFor(token: unknown): Record<string, string> {
  return { ...requestId(), ...(typeof token === 'string' && { authorization: `Bearer ${token}` }) }
}

// Browsers make them only for sites that are reached by https, or on this machine; the server makes one otherwise.
function requestId(): Record<string, string> {
  return 'randomUUID' in crypto ? { 'x-request-id': crypto.randomUUID() } : {}
}
