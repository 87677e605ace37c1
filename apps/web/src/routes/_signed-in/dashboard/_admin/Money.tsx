import { createFileRoute } from '@tanstack/react-router'
import { MoneyOverview } from '#payments/money-overview.tsx'
import { type OpenMoneySearch, readOpenMoney } from '#payments/open-money-kinds.ts'
import { OpenMoneyList } from '#payments/open-money-list.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/Money')({
  head: () => pageName('Money'),
  validateSearch: uncheckedSearch<OpenMoneySearch>(),
  component: MoneyPage,
})

function MoneyPage() {
  const { kind } = readOpenMoney(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle className="mb-2">Money</PageTitle>
      <p className="mb-6 text-muted">What is owed, on its way, disputed, or fits no order.</p>
      <MoneyOverview />
      <OpenMoneyList
        kind={kind}
        onKind={next => void navigate({ search: { kind: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
