import { query, run, type Transaction } from '@second-ring/database'
import { holdPeople } from '#accounts/hold-people.ts'
import { moveListing } from '#listings/listing-life.ts'
import { recordAct } from '#platform/audit.ts'
import { type EndingOf, moveOrder } from './order-life.ts'
import { passOnPhone } from './pass-on-phone.ts'

/**
 * Moves a paid order to REFUNDED, and its phone back to the market or off it; one of a retired category does not come
 * back. The money is the caller's matter.
 * @returns what became of the phone; null when the order is not paid, or handed over
 */
export async function refundOrderRow(
  tx: Transaction,
  { id, listingId, listing }: { id: string; listingId: string; listing: { sellerId: string } },
  {
    relist,
    actorId,
    reason,
    ending,
  }: {
    relist: boolean
    actorId: string | null
    reason: string
    ending: EndingOf<'REFUNDED'>
  },
): Promise<'AVAILABLE' | 'REMOVED' | null> {
  const present = await holdPeople(tx, [listing.sellerId])
  if (!(await moveOrder(tx, { id, from: 'PAID', to: 'REFUNDED', ending, reason }))) return null
  const to = relist && present.has(listing.sellerId) && (await isShown(tx, listingId)) ? 'AVAILABLE' : 'REMOVED'
  if (!(await moveListing(tx, { from: 'SOLD', to, where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not sold by its order ${id}`)
  }
  const hasLine = to === 'AVAILABLE' && (await tx.waitingEntry.count({ where: { listingId, state: 'WAITING' } })) > 0
  if (hasLine && (await moveListing(tx, { from: 'AVAILABLE', to: 'RESERVED', where: { id: listingId } }))) {
    await passOnPhone(tx, listingId)
  }
  await recordAct(tx, { actorId, action: 'order.refund', subject: { type: 'order', id }, reason })
  return to
}

/** Whether the phone's category is there for everyone; it stays so until the transaction's end. */
async function isShown(tx: Transaction, listingId: string): Promise<boolean> {
  const locking = query
    .selectFrom('categories as c')
    .innerJoin('listings as l', 'l.category_id', 'c.id')
    .where('l.id', '=', listingId)
    .select('c.retired_at as retiredAt')
    .forShare('c')
  const [category] = await run(tx, locking)
  return category?.retiredAt === null
}
