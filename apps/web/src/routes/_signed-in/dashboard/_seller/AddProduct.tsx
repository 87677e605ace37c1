import { createFileRoute, useRouter } from '@tanstack/react-router'
import toast from 'react-hot-toast'
import { pageName } from '../../../../app/page-name.ts'
import { useAccount } from '../../../../app/session-context.ts'
import { trpc } from '../../../../app/trpc.ts'
import { AddProductForm } from '../../../../listings/add-product-form.tsx'
import { FairPrice } from '../../../../listings/fair-price.tsx'
import { uploadToHost } from '../../../../listings/upload-to-host.ts'
import { PageTitle } from '../../../../ui/page-title.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_seller/AddProduct')({
  head: () => pageName('Add a product'),
  loader: async ({ context: { queries } }) => {
    await queries.catalog.categories.ensureData()
  },
  component: AddProductPage,
})

function AddProductPage() {
  const account = useAccount()
  const [categories] = trpc.catalog.categories.useSuspenseQuery()
  const router = useRouter()
  const utils = trpc.useUtils()
  const create = trpc.listings.create.useMutation({
    onSuccess: () => {
      void utils.listings.byCategory.invalidate()
      void utils.search.invalidate()
      // The next screen; the others are not waited for.
      return utils.listings.mine.invalidate()
    },
  })
  return (
    <div className="max-w-2xl">
      <PageTitle>Add a product</PageTitle>
      <p className="mt-2 mb-6 text-muted">Honest posts sell fastest: say what is worn, and show it.</p>
      <div className="rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7">
        <AddProductForm
          categories={categories}
          sellerName={account?.name ?? ''}
          upload={uploadToHost}
          create={create.mutateAsync}
          renderBand={(phone, priceCents) => <FairPrice phone={phone} priceCents={priceCents} />}
          onPosted={productName => {
            toast.success(`${productName} posted successfully`)
            void router.navigate({ to: '/dashboard/MyProducts' })
          }}
        />
      </div>
    </div>
  )
}
