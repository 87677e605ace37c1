import { DomainError } from '@second-ring/contracts/errors'
import type { RenewHandoverCodeInput } from '@second-ring/contracts/orders/hand-over'
import { HANDOVER_ATTEMPTS_MAX, type HandOverInput } from '@second-ring/contracts/orders/hand-over'
import type { OrderState } from '@second-ring/contracts/orders/order'
import type { Transaction } from '@second-ring/database'
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
    const order = await lockOwnSale(tx, actor, orderId)
    if (!order) return new DomainError('NOT_FOUND', 'You have no such order.')
    if (order.state !== 'PAID') return new DomainError('ORDER_NOT_OPEN', 'This order is not waiting for its handover.')
    if (order.handoverAttempts >= HANDOVER_ATTEMPTS_MAX) {
      return new DomainError('TOO_MANY_REQUESTS', 'Too many wrong codes. Ask the buyer to make a new code.')
    }
    if (order.handoverCode !== code) {
      await tx.order.updateMany({ where: { id: orderId }, data: { handoverAttempts: { increment: 1 } } })
      return new DomainError('WRONG_CODE', 'This is not the code of this order.')
    }
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

interface Sale {
  state: OrderState
  handoverCode: string | null
  handoverAttempts: number
  buyerId: string
  productName: string
}

/** An order of the actor's phones; attempts at once come one after the other, so that each is counted. */
async function lockOwnSale(tx: Transaction, actor: Actor, orderId: string): Promise<Sale | undefined> {
  const [sale] = await tx.$queryRaw<Sale[]>`
    SELECT o.state::text, o.handover_code AS "handoverCode", o.handover_attempts AS "handoverAttempts",
      o.buyer_id::text AS "buyerId", o.product_name AS "productName"
    FROM orders o JOIN listings l ON l.id = o.listing_id
    WHERE o.id = ${orderId}::uuid AND l.seller_id = ${actor.id}::uuid FOR NO KEY UPDATE OF o`
  return sale
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
