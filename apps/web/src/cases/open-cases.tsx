import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { OpenCount } from '#ui/open-count.tsx'

const REFRESH_MS = 60_000

/** How many cases wait for an admin's decision. */
export function OpenCases() {
  const { data } = useQuery(useTRPC().cases.open.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return <OpenCount open={data?.open} />
}
