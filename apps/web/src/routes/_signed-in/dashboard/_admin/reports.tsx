import { createFileRoute } from '@tanstack/react-router'
import { type ReportSearch, readReportSearch } from '#moderation/report-search.ts'
import { Reports } from '#moderation/reports.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/reports')({
  head: () => pageName('Reports'),
  validateSearch: uncheckedSearch<ReportSearch>(),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: ReportsPage,
})

function ReportsPage() {
  const { order } = readReportSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle>Reports</PageTitle>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        Posts that somebody says are wrong. Remove the post, or keep it: each reporter is told, and the seller never
        learns who they are.
      </p>
      <Reports
        order={order}
        onOrder={next => void navigate({ search: { order: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
