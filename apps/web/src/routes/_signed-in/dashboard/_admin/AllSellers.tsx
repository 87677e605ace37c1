import { createFileRoute } from '@tanstack/react-router'
import { People } from '../../../../accounts/people.tsx'
import { peopleQuery, readPeopleSearch } from '../../../../accounts/people-search.ts'
import { pageName } from '../../../../app/page-name.ts'
import { PageTitle } from '../../../../ui/page-title.tsx'
import { fetchAhead } from '../../../../ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/AllSellers')({
  head: () => pageName('All sellers'),
  validateSearch: readPeopleSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { search } }) => {
    fetchAhead(queries.accounts.list, peopleQuery('SELLER', search))
  },
  component: AllSellersPage,
})

function AllSellersPage() {
  const { search } = Route.useSearch()
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
