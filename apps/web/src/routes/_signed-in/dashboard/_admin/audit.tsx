import { createFileRoute } from '@tanstack/react-router'
import { AuditLog } from '#audit/audit-log.tsx'
import { type AuditSearch, readAuditSearch } from '#audit/audit-search.ts'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/audit')({
  head: () => pageName('Audit'),
  validateSearch: uncheckedSearch<AuditSearch>(),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: AuditPage,
})

function AuditPage() {
  const search = readAuditSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle>Audit</PageTitle>
      <p className="mt-2 mb-6 text-muted">Who did what, on what, when and why. Nothing here can be changed.</p>
      <AuditLog
        search={search}
        onSearch={next => void navigate({ search: next, replace: true, resetScroll: false })}
        onInvolving={involving => void navigate({ search: { involving } })}
      />
    </>
  )
}
