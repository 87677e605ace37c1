import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { domainCode } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { OrderPage } from '#orders/order-page.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/orders/$orderId')({
  head: () => pageName('Order'),
  loader: async ({ context: { queryClient, trpc }, params }) => {
    try {
      // Together, so that nothing on the page moves when the money comes.
      await Promise.all([
        queryClient.ensureQueryData(trpc.orders.details.queryOptions(params)),
        queryClient.prefetchQuery(trpc.payments.ofOrder.queryOptions(params)),
      ])
    } catch (error) {
      throw domainCode(error) === 'INVALID_INPUT' ? notFound() : error
    }
  },
  component: OrderRoute,
})

function OrderRoute() {
  const { orderId } = Route.useParams()
  const { data: order } = useSuspenseQuery(useTRPC().orders.details.queryOptions({ orderId }))
  return <OrderPage order={order} />
}
