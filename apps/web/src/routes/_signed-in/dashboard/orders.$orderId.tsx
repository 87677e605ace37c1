import { createFileRoute, notFound } from '@tanstack/react-router'
import { domainCode } from '#api-client/errors.ts'
import { trpc } from '#api-client/trpc.ts'
import { OrderPage } from '#orders/order-page.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/orders/$orderId')({
  head: () => pageName('Order'),
  loader: async ({ context: { queries }, params }) => {
    try {
      // Together, so that nothing on the page moves when the money comes.
      await Promise.all([queries.orders.details.ensureData(params), queries.payments.ofOrder.prefetch(params)])
    } catch (error) {
      throw domainCode(error) === 'INVALID_INPUT' ? notFound() : error
    }
  },
  component: OrderRoute,
})

function OrderRoute() {
  const { orderId } = Route.useParams()
  const [order] = trpc.orders.details.useSuspenseQuery({ orderId })
  return <OrderPage order={order} />
}
