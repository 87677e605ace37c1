import { createFileRoute } from '@tanstack/react-router'
import { MyProductsScreen } from '#orders/my-products-screen.tsx'
import { pageName } from '#ui/page-name.ts'
import { prefetchPage } from '#ui/pages.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_seller/MyProducts')({
  head: () => pageName('My products'),
  loader: ({ context: { queries } }) => {
    prefetchPage(queries.listings.mine, {})
  },
  component: MyProductsScreen,
})
