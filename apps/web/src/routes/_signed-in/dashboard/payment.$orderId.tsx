import { createFileRoute } from '@tanstack/react-router'
import { orderToPayQuery } from '#orders/order-queries.ts'
import { PaymentScreen } from '#payments/payment-screen.tsx'
import { idParam } from '#ui/id-param.ts'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/payment/$orderId')({
  head: () => pageName('Payment'),
  params: idParam('orderId'),
  loader: async ({ context: { queryClient, trpc, session }, params }) => {
    const order = await queryClient.ensureQueryData(orderToPayQuery(trpc, params.orderId))
    const state = session.get()
    // A seller and an admin may read it, but it is its buyer's to pay.
    if (state.status === 'signed-in' && state.account.email !== order.buyerEmail)
      throw new Error('You have no such order.')
  },
  component: PaymentRoute,
})

function PaymentRoute() {
  return <PaymentScreen {...Route.useParams()} />
}
