import { createFileRoute } from '@tanstack/react-router'
import { MoneyOverview } from '#payments/money-overview.tsx'
import { readOpenMoneyKind } from '#payments/open-money-kinds.ts'
import { OpenMoneyList } from '#payments/open-money-list.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/Money')({
  head: () => pageName('Money'),
  // The page itself says which kinds there are, so that the first load of the site need not.
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: string | undefined } => ({
    kind: typeof kind === 'string' ? kind : undefined,
  }),
  component: MoneyPage,
})

function MoneyPage() {
  const { kind } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle className="mb-2">Money</PageTitle>
      <p className="mb-6 text-muted">What is owed, on its way, disputed, or fits no order.</p>
      <MoneyOverview />
      <OpenMoneyList
        kind={readOpenMoneyKind(kind)}
        onKind={next => void navigate({ search: { kind: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
