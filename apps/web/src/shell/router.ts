import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
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
}

/** The URL tree with what its guards and loaders work on. */
export function createAppRouter({ session, queryClient, client }: RouterParts) {
  limitChunkLoads(routeTree)
  return createRouter({
    routeTree,
    context: { session, queryClient, trpc: createTRPCOptionsProxy({ queryClient, client }) },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: WaitingScreen,
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: LateNotFoundPage,
    scrollRestoration: true,
  })
}

export type AppRouterInstance = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouterInstance
  }
}
