import { createFileRoute } from '@tanstack/react-router'
import { receiptQuery } from '#receipts/receipt-query.ts'
import { ReceiptScreen } from '#receipts/receipt-screen.tsx'
import { idParam } from '#ui/id-param.ts'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/orders/$orderId_/receipt')({
  head: () => pageName('Receipt'),
  params: idParam('orderId'),
  loader: ({ context: { queryClient, trpc }, params: { orderId } }) =>
    queryClient.ensureQueryData(receiptQuery(trpc, orderId, 'RECEIPT')),
  component: () => <ReceiptScreen {...Route.useParams()} kind="RECEIPT" />,
})
