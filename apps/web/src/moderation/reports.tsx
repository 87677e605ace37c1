import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { readReportSearch } from './report-search.ts'
import { ReportedListings } from './reported-listings.tsx'

interface ReportsProps {
  order: 'most' | undefined
  onOrder: (order: 'most' | undefined) => void
}

const REFRESH_MS = 60_000

/** The reported posts, for admins. Read again each minute. */
export function Reports({ order, onOrder }: ReportsProps) {
  const query = useInfiniteQuery(
    useTRPC().reports.queue.infiniteQueryOptions(order ? { order } : {}, {
      ...byCursor,
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  return (
    <QueryList
      query={query}
      what="the reports"
      empty={
        <EmptyState
          icon={<ShieldCheck />}
          title="No post is reported"
          text="A post that somebody reports appears here, until you remove it or keep it."
        />
      }
    >
      {reported => (
        <>
          <div className="mb-5 max-w-xs">
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
          <ReportedListings reported={reported} />
        </>
      )}
    </QueryList>
  )
}
