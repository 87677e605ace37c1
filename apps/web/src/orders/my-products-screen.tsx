import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { LeavingNotice } from '#accounts/leaving-notice.tsx'
import { messageOf } from '#api-client/errors.ts'
import { withWayToProve } from '#api-client/limit-error.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { myListingsQuery } from '#listings/listing-queries.ts'
import { OwnListings } from '#listings/own-listings.tsx'
import { useUploadToHost } from '#listings/use-upload-to-host.ts'
import { OrderStep, type Step } from '#orders/order-step.tsx'
import { useAccount } from '#session/session-context.ts'
import { buttonClass } from '#ui/button.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryList } from '#ui/query-list.tsx'
import { toast } from '#ui/toast.ts'
import { useOffline } from '#ui/use-offline.ts'

// Said without a connection alone.
const SeenAt = lazyPart(async () => ({ default: (await import('#ui/seen-at.tsx')).SeenAt }))
const FeeOfPrice = lazyPart(async () => ({ default: (await import('#fees/fee-quote.tsx')).FeeOfPrice }))
const EditListingDialog = lazyPart(() => import('#listings/edit-listing-dialog.tsx'))

interface Asked {
  about: 'edit' | 'remove' | Extract<Step, 'handOver' | 'refund'>
  listing: OwnListing
}

export function MyProductsScreen() {
  const query = useInfiniteQuery(myListingsQuery(useTRPC()))
  const advertising = useAdvertising()
  const [asked, setAsked] = useState<Asked>()
  const isOffline = useOffline()
  const isLeaving = useAccount()?.deletesAt !== undefined
  return (
    <>
      <PageTitle className="mb-6">My products</PageTitle>
      {isOffline && query.data && <SeenAt at={query.dataUpdatedAt}>What has happened since is not here yet.</SeenAt>}
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
              {...advertising}
              onEdit={listing => setAsked({ about: 'edit', listing })}
              onRemove={listing => setAsked({ about: 'remove', listing })}
              onHandOver={listing => setAsked({ about: 'handOver', listing })}
              onRefund={listing => setAsked({ about: 'refund', listing })}
            />
          </>
        )}
      </QueryList>
      {asked && <Asking {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Asking({ about, listing, onClose }: Asked & { onClose: () => void }) {
  const trpc = useTRPC()
  const upload = useUploadToHost()
  const edit = useMutation(trpc.listings.edit.mutationOptions())
  const remove = useMutation(trpc.listings.remove.mutationOptions())
  const { id: listingId, productName, booking, resalePriceCents: priceCents } = listing
  if (about === 'edit')
    return (
      <EditListingDialog
        listing={listing}
        upload={upload}
        renderFee={sale => <FeeOfPrice {...sale} />}
        edit={edit.mutateAsync}
        onClose={onClose}
      />
    )
  if (about === 'remove') {
    return (
      <ActDialog
        title="Delete this post?"
        text={`${productName} leaves the shop at once. This cannot be undone.`}
        confirmLabel="Delete"
        done={`Sell post for ${productName} removed successfully`}
        act={() => remove.mutateAsync({ listingId })}
        onClose={onClose}
      />
    )
  }
  if (!booking) return null
  // A phone that is booked keeps its price, so it is the order's too.
  const order = { id: booking.orderId, productName, buyerName: booking.buyerName, priceCents }
  return <OrderStep step={about} order={order} onClose={onClose} />
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

function useAdvertising() {
  const trpc = useTRPC()
  const account = useAccount()
  const advertise = useMutation(trpc.listings.advertise.mutationOptions())
  const stop = useMutation(trpc.listings.stopAdvertising.mutationOptions())
  return {
    advertisingId: [advertise, stop].find(call => call.isPending)?.variables?.listingId,
    // Awaited: what is handed to `mutate` itself is lost with the next press, and when the page is left.
    onAdvertise: ({ id, productName }: OwnListing) =>
      void advertise.mutateAsync({ listingId: id }).then(
        () => toast.success(`${productName}advertised successfully`),
        error => toast.error(withWayToProve(error, account)),
      ),
    onStopAdvertising: ({ id, productName }: OwnListing) =>
      void stop.mutateAsync({ listingId: id }).then(
        () => toast.success(`${productName} is no longer advertised`),
        error => toast.error(messageOf(error)),
      ),
  }
}
