import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { pathOf } from './stored-queries.ts'

/** What is there without a connection: all of one's orders, the latest page of them, or none; and whether a phone is. */
export interface Readable {
  orders: 'all' | 'latest' | 'none'
  phones: boolean
}

/** What there is to read without a connection: what was stored comes back into the cache. */
export function useReadable(): Readable {
  const queryClient = useQueryClient()
  // The cache may change while something is rendered.
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queryClient],
  )
  const orders = useSyncExternalStore(subscribe, () => ordersIn(queryClient))
  const phones = useSyncExternalStore(subscribe, () => readsOf(queryClient, 'listings.get').length > 0)
  return { orders, phones }
}

function ordersIn(queryClient: QueryClient): Readable['orders'] {
  const [list] = readsOf(queryClient, 'orders.mine') as { pages: { nextCursor: string | null }[] }[]
  if (list === undefined) return 'none'
  return list.pages.at(-1)?.nextCursor === null ? 'all' : 'latest'
}

/** What is cached of a procedure. */
function readsOf(queryClient: QueryClient, path: string): unknown[] {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => pathOf(queryKey) === path })
  return queries.map(({ state }) => state.data).filter(data => data !== undefined)
}
