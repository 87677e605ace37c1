import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { liveStatuses } from '#live/live-statuses.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const RemovePostDialog = lazyPart(() => import('./remove-post-dialog.tsx'))

interface RemovePostProps {
  listing: Pick<ListingCard, 'id' | 'productName' | 'resalePriceCents'>
}

/** For admins: removes somebody’s post, once they have said why. */
export function RemovePost({ listing: { id, productName, resalePriceCents } }: RemovePostProps) {
  const [isOpen, setIsOpen] = useState(false)
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const removal = useMutation(
    trpc.listings.removeAny.mutationOptions({
      onSuccess: () => liveStatuses.tell([{ id, state: 'REMOVED', resalePriceCents }]),
      // Refused too, what is listed may be out of date.
      onSettled: () => {
        void queryClient.invalidateQueries({ ...trpc.listings.pathFilter(), refetchType: 'none' })
        void queryClient.invalidateQueries({ ...trpc.search.pathFilter(), refetchType: 'none' })
      },
    }),
  )
  const remove = useAttemptKey(removal.mutateAsync)
  return (
    <>
      <Button variant="danger" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Remove this post
        <span className="sr-only">: {productName}</span>
      </Button>
      {isOpen && (
        <RemovePostDialog
          listing={{ id, productName }}
          remove={reason => remove({ listingId: id, reason })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
