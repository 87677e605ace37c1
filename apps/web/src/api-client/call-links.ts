import { sharedReads } from '@second-ring/contracts/shared-reads'
import { httpBatchLink, splitLink, type TRPCLink } from '@trpc/client'
import { createOwnChanges } from './own-changes.ts'
import { plainFetch } from './plain-fetch.ts'
import { proveAndRepeat } from './prove-and-repeat.ts'
import { renewOnUnauthorized } from './renew-on-unauthorized.ts'
import type { TokenSource } from './token-source.ts'
import type { AppRouter } from './trpc.ts'

// The client's type for what fetch takes is wider than the browser's.
export type CallFetch = (url: RequestInfo | URL, init?: object) => Promise<Response>

const batch = { url: '/trpc', maxItems: 10, maxURLLength: 2000 }

/** The way of the session's own calls: they carry only what they are given. */
export function plainLink(): TRPCLink<AppRouter> {
  return httpBatchLink({
    ...batch,
    fetch: plainFetch as CallFetch,
    headers: ({ opList }) => headersFor(opList[0].context.accessToken),
  })
}

/** The way of all other calls: each but the shared reads carries the session's bearer. */
export function sessionLink(session: TokenSource, fetch: CallFetch = plainFetch): TRPCLink<AppRouter> {
  const ownChanges = createOwnChanges()
  const headers = async () => headersFor(await session.accessToken())
  const sharedHeaders = () => ({ ...requestId(), ...ownChanges.headers() })
  return splitLink({
    condition: ({ path }) => sharedReads.includes(path),
    // Without a bearer, so that one answer serves all. Counts go by themselves: an answer to several calls comes when the
    // last of them is there.
    true: by(['search.facets'], {
      true: httpBatchLink({ ...batch, fetch, headers: sharedHeaders }),
      false: httpBatchLink({ ...batch, fetch, headers: sharedHeaders }),
    }),
    false: [
      proveAndRepeat(),
      renewOnUnauthorized(session),
      ownChanges.link(),
      // They go on when the page or the tab is left: a favorite is on the screen before the answer.
      by(['payments.confirm', 'listings.setFavorite'], {
        true: httpBatchLink({ ...batch, headers, fetch: (url, init) => fetch(url, { ...init, keepalive: true }) }),
        false: httpBatchLink({ ...batch, headers, fetch }),
      }),
    ],
  })
}

/** Sends the calls of some procedures by the one link, and all others by the other. */
function by(procedures: string[], ways: Record<'true' | 'false', TRPCLink<AppRouter>>): TRPCLink<AppRouter> {
  return splitLink({ condition: ({ path }) => procedures.includes(path), ...ways })
}

/** The bearer, and an id by which the request is found again in the server's log. */
function headersFor(token: unknown): Record<string, string> {
  return { ...requestId(), ...(typeof token === 'string' && { authorization: `Bearer ${token}` }) }
}

// Browsers make them only for sites that are reached by https, or on this machine; the server makes one otherwise.
function requestId(): Record<string, string> {
  return 'randomUUID' in crypto ? { 'x-request-id': crypto.randomUUID() } : {}
}
