import type { Standing } from '@second-ring/contracts/live/events'
import { useEffect, useSyncExternalStore } from 'react'
import { liveStatuses } from './live-statuses.ts'

/**
 * A listing as it stands now: the same object while nothing newer is known, else a copy with the newest state and price.
 * While the component is mounted the tab's stream tells of it, within two seconds of whatever happens anywhere:
 *
 *     const phone = useLiveStatus(listing)
 *
 * Show `phone` in the place of what the query gave. An element around it with `data-listing={listing.id}` and a heading
 * with `tabIndex={-1}` keeps the focus and has changes read out while the focus is in it.
 */
export function useLiveStatus<Listing extends Standing>(listing: Listing): Listing {
  const { id } = listing
  useEffect(() => liveStatuses.show(id), [id])
  const standing = useSyncExternalStore(
    liveStatuses.subscribe,
    () => liveStatuses.of(id),
    () => undefined,
  )
  const isSame =
    !standing || (standing.state === listing.state && standing.resalePriceCents === listing.resalePriceCents)
  return isSame ? listing : { ...listing, ...standing }
}
