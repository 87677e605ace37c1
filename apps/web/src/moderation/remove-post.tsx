import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { showsListings, writeListings } from '#live/cached-listings.ts'
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
      onSuccess: () => writeListings(queryClient, [{ id, state: 'REMOVED', resalePriceCents }]),
      // Refused too, what is listed may be out of date.
      onSettled: () => void queryClient.invalidateQueries({ predicate: showsListings, refetchType: 'none' }),
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
