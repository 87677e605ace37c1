import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { OpenCount } from '#ui/open-count.tsx'

const REFRESH_MS = 60_000

/** How many posts wait for an admin's decision. */
export function OpenReports() {
  const { data } = useQuery(useTRPC().reports.open.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return <OpenCount open={data?.listings} />
}
