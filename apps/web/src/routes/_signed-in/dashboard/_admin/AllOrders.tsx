import { createFileRoute } from '@tanstack/react-router'
import { AllOrders } from '#orders/all-orders.tsx'
import { type OrderSearch, readOrderSearch } from '#orders/order-search.ts'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/AllOrders')({
  head: () => pageName('All orders'),
  validateSearch: uncheckedSearch<OrderSearch>(),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: AllOrdersPage,
})

function AllOrdersPage() {
  const search = readOrderSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle className="mb-6">All orders</PageTitle>
      <AllOrders
        search={search}
        // Of two quick changes neither is lost.
        onSearch={change =>
          void navigate({
            search: before => ({ ...readOrderSearch(before), ...change }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  )
}
