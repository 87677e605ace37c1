import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { LoadMore, type PagedQuery } from './load-more.tsx'
import { QueryData, type QueryDataProps, type QueryState } from './query-data.tsx'

interface Pages<Item> {
  pages: readonly { items: readonly Item[] }[]
}

/** An infinite query, as TanStack Query has it. */
export type ListQuery<Item> = QueryState<Pages<Item>> & PagedQuery & { isPlaceholderData: boolean }

interface QueryListProps<Item> extends Omit<QueryDataProps<Pages<Item>>, 'query' | 'children'> {
  query: ListQuery<Item>
  /** What is shown of all that came, where that is not all; an order of one's own. */
  items?: readonly Item[] | undefined
  /** What stands in the place of an empty list. */
  empty: ReactNode
  /** What a screen reader is told of an empty list, where a search narrows the list; it is told how many there are otherwise. */
  noneFound?: string
  /** Whether more comes only by a press. */
  byPress?: boolean
  /** A link to the next page, for who browses without script. */
  nextPage?: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list that comes page by page: while it loads, when it failed or is empty, and while another search is looked up. */
export function QueryList<Item>({
  items,
  empty,
  noneFound,
  byPress,
  nextPage,
  children,
  ...shown
}: QueryListProps<Item>) {
  const { query } = shown
  return (
    <QueryData {...shown}>
      {({ pages }) => {
        const all = items ?? pages.flatMap(page => page.items)
        const isEmpty = all.length === 0 && !query.hasNextPage
        return (
          <div
            aria-busy={query.isPlaceholderData}
            className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
          >
            {noneFound && (
              <p role="status" className="sr-only">
                {isEmpty ? noneFound : `Showing ${all.length}${query.hasNextPage ? ', and there are more' : ''}`}
              </p>
            )}
            {isEmpty ? (
              // Of what is looked up nothing is known yet.
              !query.isPlaceholderData && empty
            ) : (
              <>
                {children(all)}
                <LoadMore query={query} byScrolling={!byPress} errors={shown.errors} nextPage={nextPage} />
              </>
            )}
          </div>
        )
      }}
    </QueryData>
  )
}
