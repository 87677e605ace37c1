import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { pathOf } from './stored-queries.ts'

/** What is there without a connection: all of one's orders, the latest page of them, or none, and so of one's products; and whether a phone is. */
export interface Readable {
  orders: Kept
  products: Kept
  phones: boolean
}

type Kept = 'all' | 'latest' | 'none'

/** What there is to read without a connection: what was stored comes back into the cache. */
export function useReadable(): Readable {
  const queryClient = useQueryClient()
  // The cache may change while something is rendered.
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queryClient],
  )
  const orders = useSyncExternalStore(subscribe, () => keptOf(queryClient, 'orders.mine'))
  const products = useSyncExternalStore(subscribe, () => keptOf(queryClient, 'listings.mine'))
  const phones = useSyncExternalStore(subscribe, () => readsOf(queryClient, 'listings.get').length > 0)
  return { orders, products, phones }
}

/** What is there of a list of one's own. */
function keptOf(queryClient: QueryClient, path: string): Kept {
  const [list] = readsOf(queryClient, path) as { pages: { items: unknown[]; nextCursor: string | null }[] }[]
  if (!list?.pages.some(({ items }) => items.length > 0)) return 'none'
  return list.pages.at(-1)?.nextCursor === null ? 'all' : 'latest'
}

/** What is cached of a procedure. */
function readsOf(queryClient: QueryClient, path: string): unknown[] {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => pathOf(queryKey) === path })
  return queries.map(({ state }) => state.data).filter(data => data !== undefined)
}
