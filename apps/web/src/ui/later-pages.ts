import type { FetchInfiniteQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { prefetchPage } from './pages.ts'

/** A list that begins after a cursor, cached beside the whole one; without a cursor the whole one. */
export function startAfter<Options extends { queryKey: QueryKey }>(list: Options, after: string | undefined): Options {
  return after === undefined ? list : { ...list, queryKey: [...list.queryKey, { after }], initialPageParam: after }
}

/**
 * Fetches the first page of a list before its screen is there. A later page is waited for.
 * @throws notFound when the cursor is none of this list
 */
export async function loadPage<Page, Failure, Key extends QueryKey, Cursor>(
  queryClient: QueryClient,
  list: FetchInfiniteQueryOptions<Page, Failure, Page, Key, Cursor>,
  after: string | undefined,
): Promise<void> {
  if (after === undefined) return prefetchPage(queryClient, list)
  try {
    await queryClient.ensureInfiniteQueryData(startAfter(list, after))
  } catch (error) {
    throw isNotThere(error) ? notFound() : error
  }
}
