import { createFileRoute } from '@tanstack/react-router'
import { People } from '../../../../accounts/people.tsx'
import { peopleQuery, readPeopleSearch } from '../../../../accounts/people-search.ts'
import { pageName } from '../../../../app/page-name.ts'
import { PageTitle } from '../../../../ui/page-title.tsx'
import { fetchAhead } from '../../../../ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/AllBuyers')({
  head: () => pageName('All buyers'),
  validateSearch: readPeopleSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { search } }) => {
    fetchAhead(queries.accounts.list, peopleQuery('BUYER', search))
  },
  component: AllBuyersPage,
})

function AllBuyersPage() {
  const { search } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle className="mb-6">All buyers</PageTitle>
      <People
        who="BUYER"
        search={search}
        onSearch={next => void navigate({ search: { search: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
