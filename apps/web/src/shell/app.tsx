import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { type createClient, TRPCProvider } from '#api-client/trpc.ts'
import type { Session } from '#session/session.ts'
import { SessionContext, useSession, useSessionState } from '#session/session-context.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { WaitingScreen } from '#ui/spinner.tsx'
import type { AppRouterInstance } from './router.ts'
import { Toasts } from './toasts.tsx'
import { Wordmark } from './wordmark.tsx'

interface AppProps {
  session: Session
  queryClient: QueryClient
  client: ReturnType<typeof createClient>
  router: AppRouterInstance
  /** Called once the page is the browser's. */
  onShown?: () => void
}

/** Everything around the screens. */
export function App({ session, queryClient, client, router, onShown }: AppProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once
  useLayoutEffect(() => onShown?.(), [])
  return (
    <SessionContext value={session}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterAfterFirstReport router={router} />
          <Toasts />
        </QueryClientProvider>
      </TRPCProvider>
    </SessionContext>
  )
}

// Guards decide at once, so the router waits until it is known who is signed in.
function RouterAfterFirstReport({ router }: { router: AppRouterInstance }) {
  const session = useSession()
  const { status } = useSessionState()
  if (status === 'loading') return <WaitingScreen />
  if (status === 'unknown') {
    return (
      <main className="mx-auto grid max-w-xl justify-items-center gap-8 px-4 py-20">
        <Wordmark />
        <ErrorState
          title="We cannot reach Second Ring"
          text="Check your connection. You are still signed in at this browser."
          onRetry={() => void session.start()}
        />
      </main>
    )
  }
  return <RouterProvider router={router} />
}
