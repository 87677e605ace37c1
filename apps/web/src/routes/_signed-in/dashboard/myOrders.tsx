import { createFileRoute, Link } from '@tanstack/react-router'
import { trpc } from '#api-client/trpc.ts'
import { MyOrders } from '#orders/my-orders.tsx'
import { useOrderDialogs } from '#orders/use-order-dialogs.tsx'
import { buttonClass } from '#ui/button.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor, prefetchPage } from '#ui/pages.ts'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/state-panel.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/myOrders')({
  head: () => pageName('My orders'),
  loader: ({ context: { queries } }) => {
    prefetchPage(queries.orders.mine, {})
  },
  component: MyOrdersPage,
})

function MyOrdersPage() {
  return (
    <>
      <PageTitle className="mb-6">My orders</PageTitle>
      <MyOrdersList />
    </>
  )
}

function MyOrdersList() {
  const query = trpc.orders.mine.useInfiniteQuery({}, byCursor)
  const orders = query.data?.pages.flatMap(page => page.items)
  const actions = useOrderDialogs(orders ?? [])
  if (!orders && query.isError) {
    return (
      <ErrorState
        title="Your orders did not load"
        text={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!orders) return <RowsSkeleton label="Loading your orders" />
  if (orders.length === 0) {
    return (
      <EmptyState
        title="You have not booked anything yet"
        text="Phones that you book wait here to be paid."
        action={
          <Link to="/" className={buttonClass()}>
            Find a phone
          </Link>
        }
      />
    )
  }
  return (
    <>
      <MyOrders
        orders={orders}
        onCancel={actions.cancel}
        onShowCode={actions.showCode}
        onHoldOver={() => void query.refetch()}
      />
      <LoadMore query={query} byScrolling />
      {actions.dialogs}
    </>
  )
}
