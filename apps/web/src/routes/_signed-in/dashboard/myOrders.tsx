import { createFileRoute } from '@tanstack/react-router'
import { MyOrdersScreen } from '#orders/my-orders-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { byCursor, prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/myOrders')({
  head: () => pageName('My orders'),
  loader: ({ context: { queryClient, trpc } }) => {
    prefetchPage(queryClient, trpc.orders.mine.infiniteQueryOptions({}, byCursor))
  },
  component: MyOrdersScreen,
})
