import type { RemoveUserInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import type { Transaction } from '@second-ring/database'
import { cancelBooking } from '../orders/cancel-booking.ts'
import { recordAct } from '../platform/audit.ts'
import type { Platform } from '../platform/platform.ts'
import { type Actor, authorize } from './actor.ts'
import { ordersOf } from './person-orders.ts'

/**
 * Removes a person: from this moment their access token is worth nothing; their unpaid bookings are cancelled, on either
 * side; their unsold listings leave the market; their name, email and phone are blanked on what remains. The account at
 * the identity provider goes by a job of the same transaction.
 * @throws DomainError FORBIDDEN, NOT_FOUND (unknown, or removed already), CONFLICT (oneself, so that an admin remains)
 */
export async function removeUser(
  { database, clock, jobs }: Platform,
  actor: Actor,
  { userId }: RemoveUserInput,
): Promise<{ userId: string }> {
  authorize(actor, 'user.remove')
  if (userId === actor.id) throw new DomainError('CONFLICT', 'You cannot remove your own account.')
  return database.$transaction(async tx => {
    await claim(tx, { actor, userId })
    await tx.user.update({
      where: { id: userId },
      data: { deletedAt: clock.now(), email: null, name: '', verifiedAt: null },
      select: { id: true },
    })
    await recordAct(tx, { actorId: actor.id, action: 'account.remove', subject: { type: 'user', id: userId } })
    // Bookings and cancellations that end while these statements wait for them leave something for another round.
    do {
      await cancelOpenOrders(tx, userId)
      await tx.listing.updateMany({ where: { sellerId: userId, state: 'AVAILABLE' }, data: { state: 'REMOVED' } })
    } while (await hasUnsoldListings(tx, userId))
    await tx.listing.updateMany({ where: { sellerId: userId }, data: { sellerName: '' } })
    await tx.order.updateMany({ where: { buyerId: userId }, data: { phone: '' } })
    await tx.favorite.deleteMany({ where: { userId } })
    await jobs.enqueue(tx, 'identity.remove', { userId })
    return { userId }
  })

  async function cancelOpenOrders(tx: Transaction, personId: string): Promise<void> {
    const open = await tx.order.findMany({
      where: { ...ordersOf(personId), state: 'PLACED' },
      orderBy: { id: 'asc' },
      select: { id: true, listingId: true },
    })
    const reason = 'The buyer’s or the seller’s account was removed'
    for (const order of open) await cancelBooking(tx, order, { jobs, actorId: actor.id, reason })
  }
}

/** Takes both rows, in one order for all, so that two admins who remove each other at once do not both succeed. */
async function claim(tx: Transaction, { actor, userId }: { actor: Actor; userId: string }): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id IN (${actor.id}::uuid, ${userId}::uuid) AND deleted_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`
  const present = rows.map(row => row.id)
  if (!present.includes(actor.id)) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  if (!present.includes(userId)) throw new DomainError('NOT_FOUND', 'There is no such user.')
}

async function hasUnsoldListings(tx: Transaction, sellerId: string): Promise<boolean> {
  return (await tx.listing.count({ where: { sellerId, state: { in: ['AVAILABLE', 'RESERVED'] } } })) > 0
}
