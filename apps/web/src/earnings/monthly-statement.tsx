import type { EarningsSummary, Month } from '@second-ring/contracts/earnings/earnings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { ExportButton } from '#session/export-button.tsx'
import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { monthName, monthsBetween } from './months.ts'
import { StatementTable } from './statement-table.tsx'

interface MonthlyStatementProps extends Pick<EarningsSummary, 'firstMonth' | 'thisMonth'> {
  month: Month | undefined
  onMonth: (month: Month) => void
}

/** A month's statement: on the screen, as a file, and on paper. */
export function MonthlyStatement({ firstMonth, thisMonth, month, onMonth }: MonthlyStatementProps) {
  const months = monthsBetween(firstMonth, thisMonth)
  const shown = month && months.includes(month) ? month : thisMonth
  const account = useAccount()
  const query = useQuery(
    useTRPC().earnings.statement.queryOptions({ month: shown }, { placeholderData: keepPreviousData }),
  )
  return (
    <section aria-labelledby="statement" className="mt-10 print:mt-0">
      <p className="mb-4 hidden font-bold print:block">Second Ring</p>
      <h2 id="statement" className="text-2xl font-bold">
        Statement for {monthName(shown)}
      </h2>
      <p className="mt-1 mb-4 text-muted">
        <span className="hidden print:inline">{shownName(account?.name ?? '')}. </span>
        What became yours and what went back, after the fee. Days are in UTC, amounts in US dollars.
        {shown === thisMonth && ' The month is not over yet.'}
      </p>
      <div className="mb-5 flex flex-wrap items-end gap-3 print:hidden">
        <div className="w-full max-w-xs">
          <SelectField
            label="Month"
            options={months.map(value => ({ value, label: monthName(value) }))}
            value={shown}
            onChange={event => onMonth(event.target.value)}
          />
        </div>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
        <ExportButton address={`/earnings.csv?month=${shown}`} name={`second-ring-earnings-${shown}.csv`} />
      </div>
      <QueryData query={query} what="the statement">
        {statement => <StatementTable statement={statement} isStale={query.isPlaceholderData} />}
      </QueryData>
    </section>
  )
}
