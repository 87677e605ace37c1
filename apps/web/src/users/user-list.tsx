import type { ReactNode } from 'react'
import { LoadMore } from '#ui/load-more.tsx'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/state-panel.tsx'

interface PagedQuery<Item> {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined
  isError: boolean
  error: { message: string } | null
  isFetching: boolean
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

interface UserListProps<Item> {
  query: PagedQuery<Item>
  /** What is listed, as in ‘Loading the products’. */
  what: string
  /** What stands in an empty list. */
  empty: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list of one user's: while it loads, when it is empty, when it failed, and page by page. */
export function UserList<Item>({ query, what, empty, children }: UserListProps<Item>) {
  const items = query.data?.pages.flatMap(page => page.items)
  if (!items && query.isError) {
    return (
      <ErrorState
        title={`The ${what} did not load`}
        text={query.error?.message ?? ''}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!items) return <RowsSkeleton label={`Loading the ${what}`} />
  if (items.length === 0) return <EmptyState title={empty} />
  return (
    <div>
      <p role="status" className="sr-only">
        {`Showing ${items.length}${query.hasNextPage ? ', and there are more' : ''}`}
      </p>
      {children(items)}
      <LoadMore query={query} byScrolling />
    </div>
  )
}
