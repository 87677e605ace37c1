import type { Transaction } from '@second-ring/database'
import { recordAct } from '../platform/audit.ts'
import type { Platform } from '../platform/platform.ts'
import { moveOrder } from './order-life.ts'
import { passOnPhone } from './pass-on-phone.ts'

interface Booking {
  id: string
  listingId: string
}

interface Ending {
  to: 'CANCELLED' | 'EXPIRED'
  /** Who ended it; null when its time did. */
  actorId: string | null
  reason?: string
}

/**
 * Ends an unpaid order and passes its phone on; whatever payment was begun is ended at the provider afterwards.
 * @returns false when the order was not waiting to be paid any more
 */
export async function endBooking(
  tx: Transaction,
  platform: Platform,
  { id, listingId }: Booking,
  { to, actorId, reason }: Ending,
): Promise<boolean> {
  if (!(await moveOrder(tx, { id, from: 'PLACED', to }))) return false
  await passOnPhone(tx, platform, listingId)
  const action = to === 'CANCELLED' ? 'order.cancel' : 'order.expire'
  await recordAct(tx, { actorId, action, subject: { type: 'order', id }, ...(reason !== undefined && { reason }) })
  await platform.jobs.enqueue(tx, 'payments.close', { orderId: id })
  return true
}
