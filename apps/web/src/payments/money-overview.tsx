import { formatCents } from '@second-ring/contracts/money'
import { type MoneySummaryOutput, openMoneyKinds } from '@second-ring/contracts/payments/open-money'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { exactMoment } from '#ui/moment.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { openMoneyLabels } from './open-money-kinds.ts'

/** How much money is open of each kind, and what the last check of the ledger found. */
export function MoneyOverview() {
  const query = useQuery(useTRPC().payments.summary.queryOptions())
  return (
    <QueryData query={query} what="the overview">
      {summary => <Overview {...summary} />}
    </QueryData>
  )
}

function Overview({ open, lostCents, lastCheck }: MoneySummaryOutput) {
  return (
    <div className="mb-6 grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {openMoneyKinds.map(kind => (
          <div key={kind} className="rounded-card border border-line bg-surface p-4 shadow-card">
            <dt className="text-sm text-muted">{openMoneyLabels[kind].label}</dt>
            <dd className="text-2xl font-extrabold tabular-nums">{open[kind]}</dd>
          </div>
        ))}
      </dl>
      {lostCents !== 0 && (
        <p className="rounded-card bg-warm-soft p-4 text-warm-ink">
          The market has lost {formatCents(lostCents)}: so much went back to buyers and their banks beyond what was
          paid, as when a bank takes all of a payment of which a part was refunded.
        </p>
      )}
      {lastCheck === null && (
        <p className="text-muted">The ledger has not been checked yet. It is checked every night.</p>
      )}
      {lastCheck && lastCheck.violationCount === 0 && (
        <p className="text-muted">The ledger was checked on {exactMoment(lastCheck.finishedAt)}: every row agrees.</p>
      )}
      {lastCheck && lastCheck.violationCount > 0 && (
        <div role="alert" className="rounded-card bg-danger-soft p-4 text-danger">
          <p className="font-semibold">
            The ledger was checked on {exactMoment(lastCheck.finishedAt)}: {lastCheck.violationCount} things do not
            agree.
          </p>
          <ul className="mt-2 grid gap-1 text-sm wrap-anywhere">
            {lastCheck.violations.map(violation => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
