import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { LeavingNotice } from '#accounts/leaving-notice.tsx'
import { withWayToProve } from '#api-client/limit-error.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { OwnListings } from '#listings/own-listings.tsx'
import { useUploadToHost } from '#listings/use-upload-to-host.ts'
import { type Sale, SaleDialogs, saleOf } from '#orders/sale-dialogs.tsx'
import { useAccount } from '#session/session-context.ts'
import { buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { EmptyState } from '#ui/state-panel.tsx'

const EditListingDialog = lazyPart(() => import('#listings/edit-listing-dialog.tsx'))

export function MyProductsScreen() {
  return (
    <>
      <PageTitle className="mb-6">My products</PageTitle>
      <MyProducts />
    </>
  )
}

function MyProducts() {
  const query = useInfiniteQuery(useTRPC().listings.mine.infiniteQueryOptions({}, byCursor))
  const { advertise, stopAdvertising, advertisingId, edit, remove, removing } = useListingChanges()
  const [toEdit, setToEdit] = useState<OwnListing>()
  const [toRemove, setToRemove] = useState<OwnListing>()
  const [sale, setSale] = useState<Sale>()
  const upload = useUploadToHost()
  const isLeaving = useAccount()?.deletesAt !== undefined
  return (
    <>
      <QueryList query={query} what="your products" empty={<NoProducts isLeaving={isLeaving} />}>
        {listings => (
          <>
            {isLeaving && (
              <div className="mb-5">
                <LeavingNotice what="Your phones are hidden, and nothing here can be changed." />
              </div>
            )}
            <OwnListings
              isReadOnly={isLeaving}
              listings={listings}
              advertisingId={advertisingId}
              onAdvertise={advertise}
              onStopAdvertising={stopAdvertising}
              onEdit={setToEdit}
              onRemove={setToRemove}
              onHandOver={listing => setSale(saleOf('hand-over', listing))}
              onRefund={listing => setSale(saleOf('refund', listing))}
            />
          </>
        )}
      </QueryList>
      <SaleDialogs sale={sale} onClose={() => setSale(undefined)} />
      {toEdit && (
        <EditListingDialog listing={toEdit} upload={upload} edit={edit} onClose={() => setToEdit(undefined)} />
      )}
      <ConfirmDialog
        open={Boolean(toRemove)}
        title="Delete this post?"
        text={`${toRemove?.productName ?? 'It'} leaves the shop at once. This cannot be undone.`}
        confirmLabel="Delete"
        busy={removing}
        onCancel={() => setToRemove(undefined)}
        onConfirm={async () => {
          if (toRemove) await remove(toRemove)
          setToRemove(undefined)
        }}
      />
    </>
  )
}

function NoProducts({ isLeaving }: { isLeaving: boolean }) {
  return (
    <EmptyState
      icon={<Smartphone />}
      title="You have no posts now"
      text="Describe a phone, add its picture and your price, and it is for sale."
      action={
        isLeaving ? (
          <LeavingNotice what="You cannot post a phone now." />
        ) : (
          <Link to="/dashboard/AddProduct" className={buttonClass()}>
            Add a product
          </Link>
        )
      }
    />
  )
}

function useListingChanges() {
  const account = useAccount()
  const advertiseCall = useMutation(useTRPC().listings.advertise.mutationOptions())
  const stopCall = useMutation(useTRPC().listings.stopAdvertising.mutationOptions())
  const editCall = useMutation(useTRPC().listings.edit.mutationOptions())
  const removeCall = useMutation(useTRPC().listings.remove.mutationOptions())

  return {
    advertisingId: [advertiseCall, stopCall].find(call => call.isPending)?.variables?.listingId,
    removing: removeCall.isPending,
    advertise: ({ id, productName }: OwnListing) =>
      advertiseCall.mutate(
        { listingId: id },
        {
          onSuccess: () => toast.success(`${productName}advertised successfully`),
          onError: error => toast.error(withWayToProve(error, account)),
        },
      ),
    stopAdvertising: ({ id, productName }: OwnListing) =>
      stopCall.mutate(
        { listingId: id },
        {
          onSuccess: () => toast.success(`${productName} is no longer advertised`),
          onError: error => toast.error(error.message),
        },
      ),
    edit: editCall.mutateAsync,
    remove: async ({ id, productName }: OwnListing) => {
      try {
        await removeCall.mutateAsync({ listingId: id })
        toast.success(`Sell post for ${productName} removed successfully`)
      } catch (error) {
        toast.error(error instanceof Error ? error.message : 'The post could not be removed')
      }
    },
  }
}
