import { type ListingRemovalPreview, RemoveAnyListingForm } from '@second-ring/contracts/moderation/remove-any-listing'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextAreaField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { removalConsequences } from './removal-consequences.ts'

interface RemovePostDialogProps {
  listing: { id: string; productName: string }
  remove: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Says what removing a post would do, and asks why. A paid one leads to its order instead. */
export default function RemovePostDialog({ listing, remove, onClose }: RemovePostDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const preview = useQuery(
    useTRPC().listings.previewRemoval.queryOptions(
      { listingId: listing.id },
      { staleTime: 0, gcTime: 0, enabled: !isBusy },
    ),
  )
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={`Remove the post of ${listing.productName}?`}
      description="It leaves the market for everyone. This cannot be undone."
    >
      {preview.isPending && <Looking />}
      {preview.isError && (
        <RetryNotice
          title="We could not find out what else would happen."
          text={messageOf(preview.error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.data && <Decision preview={preview.data} {...{ remove, onClose, setIsBusy }} />}
    </Dialog>
  )
}

interface DecisionProps extends Pick<RemovePostDialogProps, 'remove' | 'onClose'> {
  preview: ListingRemovalPreview
  setIsBusy: (isBusy: boolean) => void
}

function Decision({ preview, remove, onClose, setIsBusy }: DecisionProps) {
  const form = useSentForm({
    schema: RemoveAnyListingForm,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      setIsBusy(true)
      await remove(reason).finally(() => setIsBusy(false))
      toast.success('The post is removed')
      onClose()
    },
  })
  const { paidOrderId, state } = preview
  if (paidOrderId !== null) return <PaidFirst orderId={paidOrderId} onClose={onClose} />
  if (state === 'SOLD') return <p>This phone was sold and handed over, so there is nothing left to remove.</p>
  return (
    <Form form={form} action="Remove the post" variant="final">
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-danger">
        {removalConsequences(preview).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <TextAreaField
        label="Reason"
        rows={3}
        hint="The seller reads it, and it stands in the audit."
        {...form.field('reason')}
      />
    </Form>
  )
}

function PaidFirst({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  return (
    <>
      <p>
        This phone is paid, so its post stays until the buyer has their money back. Refund the order first, and choose
        there that the phone leaves the shop: its post is removed with it.
      </p>
      <Link
        to="/dashboard/orders/$orderId"
        params={{ orderId }}
        onClick={onClose}
        className={`${buttonClass()} mt-5 w-full`}
      >
        Open the order
      </Link>
    </>
  )
}

function Looking() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Counting what else would happen</span>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
