import { DomainError } from '@second-ring/contracts/errors'
import type {
  ListingRemovalPreview,
  PreviewListingRemovalInput,
} from '@second-ring/contracts/moderation/remove-any-listing'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Says what removing a listing would change, for an admin to decide.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function previewListingRemoval(
  { database }: Platform,
  caller: Caller,
  { listingId }: PreviewListingRemovalInput,
): Promise<ListingRemovalPreview> {
  authorize(caller, 'listing.moderate')
  const listing = await database.listing.findUnique({
    where: { id: listingId },
    select: {
      productName: true,
      state: true,
      orders: { where: { state: { in: ['PLACED', 'PAID'] } }, select: { id: true, state: true } },
      _count: {
        select: {
          waiting: { where: { state: { in: ['WAITING', 'OFFERED'] } } },
          reports: { where: { state: 'OPEN' } },
        },
      },
    },
  })
  if (!listing) throw new DomainError('NOT_FOUND', 'There is no such post.')
  const { productName, state, orders, _count } = listing
  return {
    productName,
    state,
    booked: orders.some(order => order.state === 'PLACED'),
    paidOrderId: orders.find(order => order.state === 'PAID')?.id ?? null,
    waiting: _count.waiting,
    reports: _count.reports,
  }
}
