import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'

const REFRESH_MS = 60_000

/** How many cases wait for an admin's decision, beside the link to them; nothing while none does. */
export function OpenCases() {
  const { data } = useQuery(useTRPC().cases.open.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (!data?.open) return null
  const count = data.open.toLocaleString('en')
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
