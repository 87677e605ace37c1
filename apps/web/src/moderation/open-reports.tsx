import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'

const REFRESH_MS = 60_000

/** How many posts wait for an admin's decision, beside the link to them; nothing while none does. */
export function OpenReports() {
  const { data } = useQuery(useTRPC().reports.open.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (!data?.listings) return null
  const count = data.listings.toLocaleString('en')
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-auto rounded-full bg-danger-soft px-2 py-0.5 text-xs font-semibold text-danger tabular-nums"
      >
        {count}
      </span>
      <span className="sr-only">{`: ${count} open`}</span>
    </>
  )
}
