import type { PreviewRemovalInput, RemovalPreview } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import { handedOverStates } from '@second-ring/contracts/orders/order'
import { authorize, type Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordRead } from '#identity/record-read.ts'
import type { Platform } from '#platform/platform.ts'
import { isSentAfterwards, readMoney } from './open-business.ts'
import { ordersOfUser, refundable } from './user-orders.ts'

/**
 * Counts what removing a user would change, for an admin to decide.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function previewRemoval(
  { database }: Platform,
  caller: Caller,
  { userId }: PreviewRemovalInput,
): Promise<RemovalPreview> {
  authorize(caller, 'user.remove')
  const user = await database.user.findFirst({
    where: { id: userId, ...presentUser },
    select: { name: true, email: true, emailVerifiedAt: true },
  })
  if (!user) throw new DomainError('NOT_FOUND', 'There is no such user.')
  await recordRead(database, caller, { action: 'read.user', subject: { type: 'user', id: userId } })
  const [listingsRemoved, ordersCancelled, ordersRefunded, ordersKept, money] = await Promise.all([
    database.listing.count({ where: { sellerId: userId, state: { in: ['AVAILABLE', 'RESERVED'] } } }),
    database.order.count({ where: { ...ordersOfUser(userId), state: 'PLACED' } }),
    database.order.count({ where: { ...ordersOfUser(userId), ...refundable } }),
    database.order.count({ where: { ...ordersOfUser(userId), state: { in: [...handedOverStates, 'REFUNDED'] } } }),
    readMoney(database, userId),
  ])
  const emailProven = user.email !== null && user.emailVerifiedAt !== null
  const { balanceCents, heldCents, isFrozen } = money
  return {
    ...{ userId, name: user.name, emailProven, listingsRemoved, ordersCancelled, ordersRefunded, ordersKept },
    ...{ balanceCents, heldCents, isFrozen, isPayable: isSentAfterwards(money) },
  }
}
