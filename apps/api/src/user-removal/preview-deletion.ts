import type { DeletionPreview } from '@second-ring/contracts/accounts/own-account'
import { releasedStates } from '@second-ring/contracts/orders/order'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { obstacleToDeletion } from './money-in-flight.ts'
import { ordersOfUser } from './user-orders.ts'

/**
 * Counts what the deletion of the caller's account would change, and says whether it can be asked for now.
 * @throws DomainError FORBIDDEN
 */
export async function previewDeletion({ database, operatorEmail }: Platform, caller: Caller): Promise<DeletionPreview> {
  authorize(caller, 'account.delete')
  const { id: sellerId } = caller
  const ofUser = ordersOfUser(caller.id)
  const [listingsHidden, bookingsEnded, ordersKept, obstacle] = await Promise.all([
    database.listing.count({ where: { sellerId, state: { in: ['AVAILABLE', 'RESERVED'] } } }),
    database.order.count({ where: { ...ofUser, state: 'PLACED' } }),
    database.order.count({ where: { ...ofUser, state: { in: [...releasedStates, 'REFUNDED'] } } }),
    obstacleToDeletion(database, { userId: caller.id, operatorEmail }),
  ])
  return { listingsHidden, bookingsEnded, ordersKept, obstacle }
}
