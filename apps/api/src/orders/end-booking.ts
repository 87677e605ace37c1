import type { EndingOf } from '@second-ring/contracts/orders/deal.process'
import type { Transaction } from '@second-ring/database'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { offerToNext } from './offer-to-next.ts'
import { transitionOrder } from './order-transitions.ts'

interface Booking {
  id: string
  listingId: string
}

type Ending = ({ to: 'CANCELLED'; ending: EndingOf<'CANCELLED'> } | { to: 'EXPIRED'; ending: 'EXPIRED' }) & {
  /** Who ended it; null when its time did. */
  actorId: string | null
  reason?: string
}

/**
 * Ends an unpaid order and offers its phone to the next; a job ends the order's open payments at the provider.
 * @returns false when the order was not waiting to be paid any more
 */
export async function endBooking(
  tx: Transaction,
  platform: Platform,
  { id, listingId }: Booking,
  { actorId, ...how }: Ending,
): Promise<boolean> {
  if (!(await transitionOrder(tx, { id, from: 'PLACED', ...how }))) return false
  await offerToNext(tx, listingId)
  const { reason } = how
  const action = how.ending === 'RELEASED' ? 'order.release' : how.to === 'CANCELLED' ? 'order.cancel' : 'order.expire'
  await recordAction(tx, { actorId, action, subject: { type: 'order', id }, ...(reason !== undefined && { reason }) })
  await platform.jobs.enqueue(tx, 'payments.close', { orderId: id })
  return true
}
