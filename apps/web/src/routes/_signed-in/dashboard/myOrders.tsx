import { createFileRoute } from '@tanstack/react-router'
import { MyOrdersScreen } from '#orders/my-orders-screen.tsx'
import { myOrdersQuery } from '#orders/order-queries.ts'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/myOrders')({
  head: () => pageName('My orders'),
  loader: ({ context: { queryClient, trpc } }) => {
    prefetchPage(queryClient, myOrdersQuery(trpc))
  },
  component: MyOrdersScreen,
})
