import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Shapes } from 'lucide-react'
import { LeavingNotice } from '#accounts/leaving-notice.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { AddProductForm } from '#listings/add-product-form.tsx'
import { useUploadToHost } from '#listings/use-upload-to-host.ts'
import { useAccount } from '#session/session-context.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { toast } from '#ui/toast.ts'

// They speak when the phone is described.
const FeeOfPrice = lazyPart(async () => ({ default: (await import('#fees/fee-quote.tsx')).FeeOfPrice }))
const FairPrice = lazyPart(() => import('#listings/fair-price.tsx'))

export function AddProductScreen() {
  const account = useAccount()
  // The specification swallows a failure: the choice is empty, and is fetched again on focus.
  const { data: categories } = useQuery(useTRPC().catalog.categories.queryOptions())
  const router = useRouter()
  const create = useMutation(useTRPC().listings.create.mutationOptions())
  const post = useAttemptKey(create.mutateAsync)
  const upload = useUploadToHost()
  if (account?.deletesAt !== undefined) {
    return (
      <>
        <PageTitle className="mb-6">Add a product</PageTitle>
        <LeavingNotice what="You cannot post a phone now." />
      </>
    )
  }
  if (categories?.length === 0) {
    return (
      <>
        <PageTitle className="mb-6">Add a product</PageTitle>
        <EmptyState
          icon={<Shapes />}
          title="No categories yet"
          text="They appear here as soon as the market has some."
        />
      </>
    )
  }
  return (
    <div className="max-w-2xl">
      <PageTitle>Add a product</PageTitle>
      <p className="mt-2 mb-6 text-muted">
        Say what is worn, and show it: the buyer will look at it before they take it.
      </p>
      <div className="rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7">
        <AddProductForm
          categories={categories ?? []}
          sellerName={account?.name ?? ''}
          userId={account?.id ?? ''}
          emailVerified={account?.emailVerified}
          upload={upload}
          create={post}
          renderBand={(phone, priceCents) => <FairPrice phone={phone} priceCents={priceCents} />}
          renderFee={sale => <FeeOfPrice {...sale} />}
          onPosted={productName => {
            toast.success(`${productName} posted successfully`)
            void router.navigate({ to: '/dashboard/MyProducts' })
          }}
        />
      </div>
    </div>
  )
}
