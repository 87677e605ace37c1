import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTRPC } from '#api-client/trpc.ts'
import { OrderPage } from '#orders/order-page.tsx'
import { orderDetailsQuery, orderMoneyQuery } from '#orders/order-queries.ts'
import { idParam } from '#ui/id-param.ts'
import { pageName } from '#ui/page-name.ts'
import { SeenAt } from '#ui/seen-at.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/orders/$orderId')({
  head: () => pageName('Order'),
  params: idParam('orderId'),
  loader: async ({ context: { queryClient, trpc }, params: { orderId } }) => {
    // Together, so that nothing on the page moves when the money comes.
    await Promise.all([
      queryClient.ensureQueryData(orderDetailsQuery(trpc, orderId)),
      queryClient.prefetchQuery(orderMoneyQuery(trpc, orderId)),
    ])
  },
  component: OrderRoute,
})

function OrderRoute() {
  const { orderId } = Route.useParams()
  const { data: order, dataUpdatedAt } = useSuspenseQuery(orderDetailsQuery(useTRPC(), orderId))
  return (
    <>
      <SeenAt at={dataUpdatedAt}>What has happened since is not here yet.</SeenAt>
      <OrderPage order={order} />
    </>
  )
}
