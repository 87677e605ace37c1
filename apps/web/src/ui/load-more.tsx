import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { useNearScreen } from './use-near-screen.ts'

// So many pages come by themselves; then the button asks, which leaves the foot of the page in reach.
const PAGES_BEFORE_ASKING = 5

/** What is known of a list that comes in pages. */
export interface PagedQuery {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

interface LoadMoreProps {
  query: PagedQuery
  /** Goes on by itself when the end of the list comes near the screen. */
  byScrolling?: boolean
  /** Whether a page that did not load learns of; the button stays either way. */
  errors?: 'shown' | 'silent' | undefined
  /** A link to the next page, for who browses without script. */
  nextPage?: ReactNode
}

/** Goes on with a list that has more pages. */
export function LoadMore({ query, byScrolling = false, errors = 'shown', nextPage }: LoadMoreProps) {
  const pages = query.data?.pages.length ?? 0
  const asks = !byScrolling || pages % PAGES_BEFORE_ASKING === 0
  const idle = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  const bottom = useNearScreen(idle && !asks, () => void query.fetchNextPage())
  const end = useRef<HTMLParagraphElement>(null)
  const hasFocus = useRef(false)

  // With the last page the button goes, and its focus would go with it.
  useEffect(() => {
    if (query.hasNextPage || !hasFocus.current) return
    hasFocus.current = false
    end.current?.focus({ preventScroll: true })
  }, [query.hasNextPage])

  if (!query.hasNextPage) {
    if (pages < 2) return null
    return (
      <p ref={end} tabIndex={-1} className="mt-8 text-center text-sm text-muted">
        That is all of them.
      </p>
    )
  }
  return (
    <div ref={bottom} className="mt-8 grid justify-items-center gap-2">
      {errors === 'shown' && query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-sm text-danger">
          That did not load. Please try again.
        </p>
      )}
      <Button
        variant="secondary"
        className="noscript:hidden"
        busy={query.isFetchingNextPage}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={() => {
          hasFocus.current = false
        }}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </Button>
      {nextPage && <noscript>{nextPage}</noscript>}
    </div>
  )
}
