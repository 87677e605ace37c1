import { CACHE_RETENTION_MS, FETCH_RETRIES, FETCH_RETRY_CAP_MS } from '@second-ring/contracts/limits'
import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'
import { isTransient } from './errors.ts'

/** The wait before a failed fetch is tried again, in milliseconds: doubling, with a cap. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, FETCH_RETRY_CAP_MS)
}

/**
 * The cache of what was fetched. Errors are final; only trouble on the way is tried again. After a mutation, whether it
 * succeeded or not, what it may have changed is read again. A mutation that succeeded has ended only when that is on the
 * screen, unless its `meta` says `inBackground`.
 */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: CACHE_RETENTION_MS,
        // Long enough that a route's loader and its component share one fetch.
        staleTime: 5_000,
        // Out of reach, it is read again once the server is back.
        retry: (failures, error) => failures < FETCH_RETRIES && isTransient(error) && onlineManager.isOnline(),
        retryDelay,
        // Without a network a fetch fails and says so; the alternative is to wait for one, for ever and in silence.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      // Nor is anything booked, paid or deleted long after it was asked for.
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _context, mutation) => {
        // The site's first code is full. Without this part everything is read again.
        const reading = import('./read-changed.ts').then(
          ({ readChanged }) => readChanged(queryClient, mutation),
          () => queryClient.invalidateQueries(),
        )
        return error || mutation.meta?.inBackground ? undefined : reading
      },
    }),
  })
  return queryClient
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What it changed is read again while the mutation has ended already: nobody waits for a list to see that they have booked. */
      inBackground?: true
    }
  }
}
