import type { QueryClient } from '@tanstack/react-query'

/**
 * Puts what a rendered page has read into the cache.
 * @param json pairs of a query's key and its data; none for a page that was not rendered
 */
export function takePageData(queryClient: QueryClient, json: string | null | undefined) {
  let reads: [key: readonly unknown[], data: unknown][] = json ? JSON.parse(json) : []
  const put = () => {
    for (const [key, data] of reads) queryClient.setQueryData(key, data)
  }
  put()
  return {
    /** Empties the cache. What the page came with is everybody's, and stays until React has taken its markup over. */
    clear() {
      queryClient.clear()
      put()
    },
    /** The page is the browser's. */
    shown() {
      reads = []
    },
  }
}
