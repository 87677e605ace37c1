import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { liveStatuses } from '#live/live-statuses.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const RemovePostDialog = lazyPart(() => import('./remove-post-dialog.tsx'))

interface RemovePostProps {
  listing: Pick<ListingCard, 'id' | 'productName' | 'resalePriceCents'>
}

/** For admins: removes somebody’s post, once they have said why. */
export function RemovePost({ listing: { id, productName, resalePriceCents } }: RemovePostProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useKeyedMutation(
    trpc.listings.removeAny.mutationOptions({
      onSuccess: () => liveStatuses.tell([{ id, state: 'REMOVED', resalePriceCents }]),
      // Refused too, what is listed may be out of date.
      onSettled: () => {
        void queryClient.invalidateQueries({ ...trpc.listings.pathFilter(), refetchType: 'none' })
        void queryClient.invalidateQueries({ ...trpc.search.pathFilter(), refetchType: 'none' })
      },
    }),
  )
  return (
    <DialogButton
      variant="danger"
      size="small"
      dialog={close => (
        <RemovePostDialog
          listing={{ id, productName }}
          remove={reason => remove({ listingId: id, reason })}
          onClose={close}
        />
      )}
    >
      Remove this post
      <span className="sr-only">: {productName}</span>
    </DialogButton>
  )
}
