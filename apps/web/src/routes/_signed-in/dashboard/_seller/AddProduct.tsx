import { createFileRoute } from '@tanstack/react-router'
import { AddProductScreen } from '#listings/add-product-screen.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_seller/AddProduct')({
  head: () => pageName('Add a product'),
  loader: ({ context: { queryClient, trpc } }) => {
    void queryClient.prefetchQuery(trpc.catalog.categories.queryOptions())
  },
  component: AddProductScreen,
})
