import { Button } from './button.tsx'

interface LoadMoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    isFetchNextPageError: boolean
  }
}

/** Goes on with a list that has more pages. A button, so that the footer stays in reach of a keyboard. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-8 grid justify-items-center gap-2">
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-sm text-danger">
          That did not load. Please try again.
        </p>
      )}
      <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  )
}
