import { createFileRoute } from '@tanstack/react-router'
import { CaseList } from '#cases/case-list.tsx'
import { type CaseSearch, readCaseSearch } from '#cases/case-search.ts'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/cases/')({
  head: () => pageName('Cases'),
  validateSearch: uncheckedSearch<CaseSearch>(),
  component: CasesPage,
})

function CasesPage() {
  const { filter } = readCaseSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle>Cases</PageTitle>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        What buyer and seller did not settle, and phones that suspended buyers have just got. The money is held
        meanwhile.
      </p>
      <CaseList
        filter={filter}
        onFilter={next => void navigate({ search: { filter: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
