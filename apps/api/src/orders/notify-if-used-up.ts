import type { Transaction } from '@second-ring/database'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { isCodeUsedUp } from '#platform/deal-stage.ts'
import type { OrderStatus } from './order-rules.ts'

/**
 * Notifies both sides of a locked order once wrong codes were entered as often as they may be.
 * @param shower whose code it is: they can make a new one
 */
export async function notifyIfUsedUp(tx: Transaction, order: OrderStatus, shower: 'buyer' | 'seller'): Promise<void> {
  if (!isCodeUsedUp(order)) return
  const { id: orderId, productName, buyerId, sellerId } = order
  const [showerId, otherId, other] = shower === 'buyer' ? [buyerId, sellerId, 'seller'] : [sellerId, buyerId, 'buyer']
  const about = { kind: 'code-used-up', orderId } as const
  const toShower = `The ${other} has entered too many wrong codes for ${productName}, and your code does not work any more. Make a new one when you meet.`
  await notifyUserOfLatest(tx, { ...about, userId: showerId, message: toShower })
  const toOther = `Too many wrong codes were entered for ${productName}. The ${shower}’s code does not work any more: ask them to make a new one.`
  await notifyUserOfLatest(tx, { ...about, userId: otherId, message: toOther })
}
