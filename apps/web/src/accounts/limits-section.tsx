import { ACCOUNT_LIMITS, TRUST_LEVELS } from '@second-ring/contracts/account-limits'
import type { MyLimits } from '@second-ring/contracts/accounts/limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAccount } from '#session/session-context.ts'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'

/** What one's account may do, how much of it is used, and how to come to more. */
export function LimitsSection() {
  const query = useQuery(useTRPC().accounts.limits.queryOptions())
  const { refetch } = query
  const isProven = useAccount()?.emailVerified === true
  const wasProven = useRef(isProven)
  // With the proof an account may do more.
  useEffect(() => {
    if (isProven && !wasProven.current) void refetch()
    wasProven.current = isProven
  }, [isProven, refetch])
  return (
    <Panel title="Your limits">
      <QueryData query={query} what="your limits">
        {limits => <Limits {...limits} />}
      </QueryData>
    </Panel>
  )
}

function Limits({ level, limits }: MyLimits) {
  const { label, is, next } = TRUST_LEVELS[level]
  return (
    <>
      <p className="max-w-prose">
        <strong>{label}.</strong> {is}
      </p>
      {next && <p className="mt-1 max-w-prose text-muted">To have more: {next}</p>}
      {level === 'new' && (
        <p className="mt-1 max-w-prose text-muted">
          Accounts without a proven email at one internet connection share a number of bookings an hour and a day.
        </p>
      )}
      <ul className="mt-4 divide-y divide-line">
        {limits.map(limit => (
          <Limit key={limit.name} {...limit} />
        ))}
      </ul>
    </>
  )
}

function Limit({ name, most, used, next }: MyLimits['limits'][number]) {
  const { label, reason } = ACCOUNT_LIMITS[name]
  const isReached = used !== null && used >= most
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <span className="font-semibold">{label}</span>
      <span className={isReached ? 'font-semibold text-warm-ink tabular-nums' : 'tabular-nums'}>
        {used === null ? `${most} at most` : `${used} of ${most}`}
      </span>
      <span className="text-sm text-muted">{reason}</span>
      <span className="text-right text-sm text-muted">{next !== null && next > most && `Next level: ${next}`}</span>
    </li>
  )
}
