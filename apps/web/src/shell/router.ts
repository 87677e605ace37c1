import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { limitChunkLoads } from '#api-client/limit-chunk-loads.ts'
import type { createClient } from '#api-client/trpc.ts'
import { routeTree } from '#route-tree.gen.ts'
import type { Session } from '#session/session.ts'
import { WaitingScreen } from '#ui/spinner.tsx'
import { LateNotFoundPage } from './late-not-found-page.tsx'
import { RouteErrorPage } from './route-error-page.tsx'

interface RouterParts {
  session: Session
  queryClient: QueryClient
  client: ReturnType<typeof createClient>
  history?: RouterHistory
}

/** The URL tree with what its guards and loaders work on. */
export function createAppRouter({ session, queryClient, client, history }: RouterParts) {
  // The renderer has all of the code, and makes a router for each page.
  if (!history) limitChunkLoads(routeTree)
  return createRouter({
    routeTree,
    ...(history && { history, isServer: true }),
    context: {
      session,
      queryClient,
      trpc: createTRPCOptionsProxy({ queryClient, client }),
      isRendering: Boolean(history),
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: WaitingScreen,
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: LateNotFoundPage,
    scrollRestoration: !history,
  })
}

export type AppRouterInstance = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouterInstance
  }
}
