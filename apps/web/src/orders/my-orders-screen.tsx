import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { MyOrders } from '#orders/my-orders.tsx'
import { OrderStep, type Step } from '#orders/order-step.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryList } from '#ui/query-list.tsx'
import { SeenAt } from '#ui/seen-at.tsx'
import { myOrdersQuery } from './order-queries.ts'

export function MyOrdersScreen() {
  return (
    <>
      <PageTitle className="mb-6">My orders</PageTitle>
      <MyOrdersList />
    </>
  )
}

function MyOrdersList() {
  const query = useInfiniteQuery(myOrdersQuery(useTRPC()))
  const [wanted, setWanted] = useState<{ step: Step; orderId: string }>()
  // As it stands now.
  const order = query.data?.pages.flatMap(page => page.items).find(({ id }) => id === wanted?.orderId)
  return (
    <>
      {query.data && <SeenAt at={query.dataUpdatedAt}>What has happened since is not here yet.</SeenAt>}
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
            onShowCode={({ id }) => setWanted({ step: 'showCode', orderId: id })}
            onHoldOver={() => void query.refetch()}
          />
        )}
      </QueryList>
      {wanted && order && <OrderStep step={wanted.step} order={order} onClose={() => setWanted(undefined)} />}
    </>
  )
}
