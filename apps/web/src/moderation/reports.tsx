import { keepPreviousData } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { trpc } from '#api-client/trpc.ts'
import { classNames } from '#ui/class-names.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { byCursor } from '#ui/pages.ts'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EmptyState, ErrorState } from '#ui/state-panel.tsx'
import { readReportSearch } from './report-search.ts'
import { ReportedListings } from './reported-listings.tsx'

interface ReportsProps {
  order: 'most' | undefined
  onOrder: (order: 'most' | undefined) => void
}

const REFRESH_MS = 60_000

/** The reported posts, for admins. Read again each minute. */
export function Reports({ order, onOrder }: ReportsProps) {
  const query = trpc.reports.queue.useInfiniteQuery(order ? { order } : {}, {
    ...byCursor,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const reported = query.data?.pages.flatMap(page => page.items)
  if (!reported && query.isError) {
    return (
      <ErrorState
        title="The reports did not load"
        text={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!reported) return <RowsSkeleton label="Loading the reports" />
  if (reported.length === 0) {
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title="No post is reported"
        text="A post that somebody reports appears here, until you remove it or keep it."
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-xs">
        <SelectField
          label="Order"
          options={[
            { value: '', label: 'Last reported first' },
            { value: 'most', label: 'Most reported first' },
          ]}
          value={order ?? ''}
          onChange={event => onOrder(readReportSearch({ order: event.target.value }).order)}
        />
      </div>
      <div
        aria-busy={query.isPlaceholderData}
        className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-60')}
      >
        <ReportedListings reported={reported} />
        <LoadMore query={query} byScrolling />
      </div>
    </div>
  )
}
