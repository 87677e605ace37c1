import { createFileRoute } from '@tanstack/react-router'
import { readUserSearch, type UserSearch } from '#accounts/user-search.ts'
import { People } from '#accounts/users.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/AllSellers')({
  head: () => pageName('All sellers'),
  validateSearch: uncheckedSearch<UserSearch>(),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: AllSellersPage,
})

function AllSellersPage() {
  const { search } = readUserSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle className="mb-6">All sellers</PageTitle>
      <People
        who="SELLER"
        search={search}
        onSearch={next => void navigate({ search: { search: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
