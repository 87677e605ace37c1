import { createFileRoute } from '@tanstack/react-router'
import { EarningsScreen } from '#earnings/earnings-screen.tsx'
import { type EarningsSearch, readEarningsSearch } from '#earnings/earnings-search.ts'
import { pageName } from '#ui/page-name.ts'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_seller/earnings')({
  head: () => pageName('Earnings'),
  validateSearch: uncheckedSearch<EarningsSearch>(),
  component: EarningsPage,
})

function EarningsPage() {
  const { month, payouts } = readEarningsSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <EarningsScreen
      month={month}
      from={payouts}
      onMonth={next => void navigate({ search: { month: next }, replace: true, resetScroll: false })}
    />
  )
}
