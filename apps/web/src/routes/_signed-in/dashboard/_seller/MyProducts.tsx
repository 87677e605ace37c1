import { createFileRoute } from '@tanstack/react-router'
import { myListingsQuery } from '#listings/listing-queries.ts'
import { MyProductsScreen } from '#orders/my-products-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_seller/MyProducts')({
  head: () => pageName('My products'),
  loader: ({ context: { queryClient, trpc } }) => {
    prefetchPage(queryClient, myListingsQuery(trpc))
  },
  component: MyProductsScreen,
})
