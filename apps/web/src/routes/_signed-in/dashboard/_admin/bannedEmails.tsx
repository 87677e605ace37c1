import { createFileRoute } from '@tanstack/react-router'
import { BannedEmails } from '#accounts/banned-emails.tsx'
import { readUserSearch, type UserSearch } from '#accounts/user-search.ts'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/bannedEmails')({
  head: () => pageName('Banned emails'),
  validateSearch: uncheckedSearch<UserSearch>(),
  component: BannedEmailsPage,
})

function BannedEmailsPage() {
  const { search } = readUserSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle>Banned emails</PageTitle>
      <p className="mt-2 mb-6 text-muted">
        No account may have these. The emails themselves are not kept: enter a whole one to see whether it is banned.
      </p>
      <BannedEmails
        search={search}
        onSearch={next => void navigate({ search: { search: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
