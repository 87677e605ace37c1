import type { Month } from '@second-ring/contracts/earnings/earnings'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { PayoutsStopped } from '#orders/payouts-stopped.tsx'
import { type FromProvider, PayoutAccountCard } from '#payouts/payout-account-card.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Deals } from './deals.tsx'
import { EarningsSums, SumsSkeleton } from './earnings-sums.tsx'
import { MonthlyStatement } from './monthly-statement.tsx'

interface EarningsScreenProps {
  /** Whose statement is shown; this month's without one. */
  month: Month | undefined
  onMonth: (month: Month) => void
  from: FromProvider | undefined
}

/** What a seller has earned: where the money is, what each deal brings, and a statement of each month, which alone is printed. */
export function EarningsScreen({ month, onMonth, from }: EarningsScreenProps) {
  const query = useQuery(useTRPC().earnings.summary.queryOptions({}))
  return (
    <>
      <div className="print:hidden">
        <PageTitle className="mb-6">Earnings</PageTitle>
        {query.data?.frozen && <PayoutsStopped reason={query.data.frozenReason} className="mb-5" />}
        <div className="mb-5">
          <PayoutAccountCard from={from} />
        </div>
        <QueryData query={query} what="your earnings" skeleton={<SumsSkeleton />}>
          {summary => <EarningsSums {...summary} />}
        </QueryData>
        <h2 className="mt-10 mb-4 text-2xl font-bold">Deals</h2>
        <Deals />
      </div>
      {query.data && <MonthlyStatement {...query.data} month={month} onMonth={onMonth} />}
    </>
  )
}
