import type { FetchInfiniteQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** How a list that comes in pages finds its next one. */
export const byCursor = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

/**
 * Fetches the first page of a list before its screen is there. A list that is cached is left to the screen, which knows
 * how to fetch all the pages again: a fetch ahead does not, and would end in an error that hides what has changed.
 */
export function prefetchPage<Page, Failure, Key extends QueryKey, Cursor>(
  queryClient: QueryClient,
  list: FetchInfiniteQueryOptions<Page, Failure, Page, Key, Cursor>,
): void {
  if (!queryClient.getQueryData(list.queryKey)) void queryClient.prefetchInfiniteQuery(list)
}
