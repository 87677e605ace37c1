import { createFileRoute, notFound } from '@tanstack/react-router'
import { domainCode } from '../../../app/errors.ts'
import { pageName } from '../../../app/page-name.ts'
import { trpc } from '../../../app/trpc.ts'
import { OrderPage } from '../../../orders/order-page.tsx'

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
