import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { MyOrders } from '#orders/my-orders.tsx'
import { OrderDialogs, type OrderStep } from '#orders/order-dialogs.tsx'
import { buttonClass } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { EmptyState } from '#ui/state-panel.tsx'

export function MyOrdersScreen() {
  return (
    <>
      <PageTitle className="mb-6">My orders</PageTitle>
      <MyOrdersList />
    </>
  )
}

function MyOrdersList() {
  const query = useInfiniteQuery(useTRPC().orders.mine.infiniteQueryOptions({}, byCursor))
  const [wanted, setWanted] = useState<OrderStep>()
  const orders = query.data?.pages.flatMap(page => page.items) ?? []
  return (
    <>
      <QueryList
        query={query}
        what="your orders"
        empty={
          <EmptyState
            title="You have not booked anything yet"
            text="Phones that you book wait here to be paid."
            action={
              <Link to="/" className={buttonClass()}>
                Find a phone
              </Link>
            }
          />
        }
      >
        {listed => (
          <MyOrders
            orders={listed}
            onCancel={({ id }) => setWanted({ step: 'cancel', orderId: id })}
            onShowCode={({ id }) => setWanted({ step: 'show-code', orderId: id })}
            onHoldOver={() => void query.refetch()}
          />
        )}
      </QueryList>
      <OrderDialogs orders={orders} wanted={wanted} onClose={() => setWanted(undefined)} />
    </>
  )
}
