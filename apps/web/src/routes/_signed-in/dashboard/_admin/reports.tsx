import { createFileRoute } from '@tanstack/react-router'
import { pageName } from '../../../../app/page-name.ts'
import { readReportSearch, reportsQuery } from '../../../../moderation/report-search.ts'
import { Reports } from '../../../../moderation/reports.tsx'
import { PageTitle } from '../../../../ui/page-title.tsx'
import { prefetchPage } from '../../../../ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/reports')({
  head: () => pageName('Reports'),
  validateSearch: readReportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => {
    prefetchPage(queries.reports.queue, reportsQuery(deps))
  },
  component: ReportsPage,
})

function ReportsPage() {
  const { order } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle>Reports</PageTitle>
      <p className="mt-2 mb-6 text-muted">
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
