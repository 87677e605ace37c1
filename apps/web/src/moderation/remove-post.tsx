import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'
import { trpc } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { liveStatuses } from '#live/live-statuses.ts'
import { Button } from '#ui/button.tsx'

const RemovePostDialog = lazy(() => loadChunk(() => import('./remove-post-dialog.tsx')))

interface RemovePostProps {
  listing: Pick<ListingCard, 'id' | 'productName' | 'resalePriceCents'>
}

/** For admins: removes somebody’s post, once they have said why. */
export function RemovePost({ listing: { id, productName, resalePriceCents } }: RemovePostProps) {
  const [isOpen, setIsOpen] = useState(false)
  const utils = trpc.useUtils()
  const removal = trpc.listings.removeAny.useMutation({
    onSuccess: () => liveStatuses.tell([{ id, state: 'REMOVED', resalePriceCents }]),
    // Refused too, what is listed may be out of date.
    onSettled: () => {
      void utils.listings.invalidate(undefined, { refetchType: 'none' })
      void utils.search.invalidate(undefined, { refetchType: 'none' })
    },
  })
  const remove = useAttemptKey(removal.mutateAsync)
  return (
    <>
      <Button variant="danger" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Remove this post
        <span className="sr-only">: {productName}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <RemovePostDialog
            listing={{ id, productName }}
            remove={reason => remove({ listingId: id, reason })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
