import type { AppRouter } from '@second-ring/api/trpc-api/app-router'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { createTRPCContext, type TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { CallFetch } from './call-links.ts'
import { loadChunk } from './load-chunk.ts'
import type { TokenSource } from './token-source.ts'

export type { AppRouter }

/** What TanStack Query needs of every procedure, in components. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

/** The same outside components; for loaders. */
export type Procedures = TRPCOptionsProxy<AppRouter>

type Links = typeof import('./call-links.ts')

/** Fetches what sends calls. A page that came rendered shows without, and needs it with the first call. */
function loadLinks(): Promise<Links> {
  return loadChunk(() => import('./call-links.ts'))
}

/** The client for the session itself: its calls carry only what they are given. */
export const plainClient = createTRPCClient<AppRouter>({ links: [later(({ plainLink }) => plainLink())] })

/** The client for everything else: each call but the shared reads carries the session's bearer. */
export function createClient(session: TokenSource, fetch?: CallFetch) {
  return createTRPCClient<AppRouter>({ links: [later(({ sessionLink }) => sessionLink(session, fetch))] })
}

/** A link whose code comes with its first call. */
function later(make: (links: Links) => TRPCLink<AppRouter>): TRPCLink<AppRouter> {
  return runtime => {
    let made: ReturnType<TRPCLink<AppRouter>> | undefined
    const link = async () => {
      const links = await loadLinks()
      made ??= make(links)(runtime)
      return made
    }
    return call =>
      observable(observer => {
        let inner: { unsubscribe(): void } | undefined
        let stopped = false
        link().then(
          send => {
            if (!stopped) inner = send(call).subscribe(observer)
          },
          (error: Error) => observer.error(TRPCClientError.from(error)),
        )
        return () => {
          stopped = true
          inner?.unsubscribe()
        }
      })
  }
}
