import { DomainError } from '@second-ring/contracts/errors'
import type { RenewHandoverCodeInput } from '@second-ring/contracts/orders/hand-over'
import { HANDOVER_ATTEMPTS_MAX, type HandOverInput } from '@second-ring/contracts/orders/hand-over'
import { type Actor, authorize } from '../accounts/actor.ts'
import { tell } from '../notices/tell.ts'
import { recordAct } from '../platform/audit.ts'
import type { Platform } from '../platform/platform.ts'
import { newHandoverCode } from './handover-code.ts'
import { moveOrder } from './order-life.ts'

/**
 * Completes a paid order: its seller enters the code that the buyer gave them with the phone in hand. Wrong codes are
 * counted, and after a few the buyer has to make a new one.
 * @throws DomainError NOT_FOUND (no such order of the actor's phones), ORDER_NOT_OPEN (not paid, or handed over),
 * WRONG_CODE, TOO_MANY_REQUESTS (no attempts left at this order, or too many at all)
 */
export async function handOver(
  { database, rateLimits }: Platform,
  actor: Actor,
  { orderId, code }: HandOverInput,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.hand-over')
  await rateLimits.countAccount('handOver', actor.id)
  const refusal = await database.$transaction(async tx => {
    const mine = { id: orderId, listing: { sellerId: actor.id } }
    // The count goes up before the code is compared, so that attempts at once are counted too; a right one undoes nothing.
    const { count } = await tx.order.updateMany({
      where: { ...mine, state: 'PAID', handoverAttempts: { lt: HANDOVER_ATTEMPTS_MAX } },
      data: { handoverAttempts: { increment: 1 } },
    })
    const order = await tx.order.findFirst({
      where: mine,
      select: { state: true, handoverCode: true, buyerId: true, productName: true },
    })
    if (!order) return new DomainError('NOT_FOUND', 'You have no such order.')
    if (order.state !== 'PAID') return new DomainError('ORDER_NOT_OPEN', 'This order is not waiting for its handover.')
    if (count === 0) {
      return new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Ask the buyer to make a new code.')
    }
    if (order.handoverCode !== code) return new DomainError('WRONG_CODE', 'This is not the code of this order.')
    await moveOrder(tx, { id: orderId, from: 'PAID', to: 'COMPLETED' })
    await recordAct(tx, { actorId: actor.id, action: 'order.hand-over', subject: { type: 'order', id: orderId } })
    await tell(tx, {
      userId: order.buyerId,
      kind: 'handed-over',
      message: `${order.productName} was handed over to you. Enjoy it!`,
      orderId,
    })
    return null
  })
  // Thrown only now: a wrong attempt has to stay counted.
  if (refusal) throw refusal
  return { orderId }
}

/**
 * Gives the actor's paid order a new code; the old one is worth nothing any more, and wrong attempts are forgotten.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over)
 */
export async function renewHandoverCode(
  { database }: Platform,
  actor: Actor,
  { orderId }: RenewHandoverCodeInput,
): Promise<{ handoverCode: string }> {
  authorize(actor, 'order.read-own')
  const handoverCode = newHandoverCode()
  const mine = { id: orderId, buyerId: actor.id }
  const { count } = await database.order.updateMany({
    where: { ...mine, state: 'PAID' },
    data: { handoverCode, handoverAttempts: 0 },
  })
  if (count === 1) return { handoverCode }
  const known = await database.order.count({ where: mine })
  if (known === 0) throw new DomainError('NOT_FOUND', 'You have no such order.')
  throw new DomainError('ORDER_NOT_OPEN', 'This order is not waiting for its handover.')
}
