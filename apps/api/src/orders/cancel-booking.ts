import type { Transaction } from '@second-ring/database'
import { moveListing } from '../listings/listing-life.ts'
import { recordAct } from '../platform/audit.ts'
import type { JobQueue } from '../platform/job-queue.ts'
import { moveOrder } from './order-life.ts'

interface Booking {
  id: string
  listingId: string
}

interface Cancellation {
  jobs: JobQueue
  actorId: string
  reason: string
}

/**
 * Cancels an unpaid order and frees its phone; whatever payment was begun is ended at the provider afterwards.
 * @returns false when the order was not waiting to be paid any more
 */
export async function cancelBooking(
  tx: Transaction,
  { id, listingId }: Booking,
  { jobs, actorId, reason }: Cancellation,
): Promise<boolean> {
  if (!(await moveOrder(tx, { id, from: 'PLACED', to: 'CANCELLED' }))) return false
  if (!(await moveListing(tx, { from: 'RESERVED', to: 'AVAILABLE', where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not held by its order ${id}`)
  }
  await recordAct(tx, { actorId, action: 'order.cancel', subject: { type: 'order', id }, reason })
  await jobs.enqueue(tx, 'payments.close', { orderId: id })
  return true
}
