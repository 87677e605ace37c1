import { claimedStates } from '@second-ring/contracts/orders/order'
import type { Database, Prisma, Transaction } from '@second-ring/database'
import { openDispute } from '#orders/open-dispute.ts'
import { ordersOfUser } from './user-orders.ts'

/**
 * Why a user cannot leave yet: money that is still to be handed over for, given back or decided about.
 * @returns null when nothing is
 */
export async function moneyInFlight(on: Database | Transaction, userId: string): Promise<string | null> {
  const ofUser = { OR: [{ buyerId: userId }, { order: ordersOfUser(userId) }] }
  const paid = await on.order.count({ where: { ...ordersOfUser(userId), state: 'PAID' } })
  const claimed = await on.order.count({ where: { ...ordersOfUser(userId), state: { in: [...claimedStates] } } })
  const disputed = await on.payment.count({ where: { ...ofUser, disputes: { some: openDispute } } })
  const refunds: Prisma.RefundListRelationFilter = { some: { state: { in: ['REQUESTED', 'PENDING'] } } }
  const refunded = await on.payment.count({ where: { ...ofUser, refunds } })
  const open = [
    paid === 1 && 'an order is paid and not handed over',
    paid > 1 && `${paid} orders are paid and not handed over`,
    claimed > 0 && 'a problem with a phone is not settled',
    disputed > 0 && 'the bank has not decided about a payment',
    refunded > 0 && 'money is on its way back',
  ].filter(text => text !== false)
  if (open.length === 0) return null
  return `Your account cannot be deleted yet: ${open.join(', and ')}. Try again when that is settled.`
}
