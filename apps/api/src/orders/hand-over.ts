import { DomainError } from '@second-ring/contracts/errors'
import type { HandOverInput, RenewHandoverCodeInput } from '@second-ring/contracts/orders/hand-over'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { enforceLimits } from '#platform/account-limits.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { completeOrder, describeProtection } from './complete-order.ts'
import { newHandoverCode } from './handover-code.ts'
import { lockOrder } from './lock-order.ts'
import { notifyIfUsedUp } from './notify-if-used-up.ts'
import { allowedActions, requireAction } from './order-rules.ts'

/**
 * Completes a paid order: its seller enters the code that the buyer gave them with the phone in hand. Wrong codes are
 * counted, and after a few the buyer has to make a new one.
 * @throws DomainError NOT_FOUND (no such order of the caller's phones), ORDER_NOT_OPEN (not paid, or handed over),
 * CONFLICT (the bank disputes the payment), WRONG_CODE, TOO_MANY_REQUESTS (no attempts left, or too many at all)
 */
export async function handOver(
  { database, rateLimits }: Platform,
  caller: Caller,
  { orderId, code }: HandOverInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.hand-over')
  await rateLimits.countAccount('handOver', caller.id)
  const { isWrong } = await database.$transaction(async tx => {
    const order = await lockOrder(tx, caller, orderId)
    return withIdempotency(tx, caller, async () => {
      if (allowedActions(caller, order).includes('handOver') && order.handoverCode !== code) {
        const handoverAttempts = order.handoverAttempts + 1
        await tx.order.updateMany({ where: { id: orderId }, data: { handoverAttempts } })
        await notifyIfUsedUp(tx, { ...order, handoverAttempts }, 'buyer')
        return { orderId, isWrong: true }
      }
      requireAction(caller, order, 'handOver')
      const until = await completeOrder(tx, orderId, { actorId: caller.id, action: 'order.hand-over' })
      const message = `${order.productName} was handed over to you. ${describeProtection(until)}`
      await notifyUser(tx, { userId: order.buyerId, kind: 'handed-over', message, orderId })
      return { orderId, isWrong: false }
    })
  })
  // Thrown after the commit, so that the wrong attempt stays counted, and sent again is not counted again.
  if (isWrong) throw new DomainError('WRONG_CODE', 'This is not the code of this order.')
  return { orderId }
}

/**
 * Gives the caller's paid order a new code; the old one is void, and the wrong attempts are reset.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (not paid, or handed over), LIMIT_REACHED
 */
export async function renewHandoverCode(
  { database, accountLimits }: Platform,
  caller: Caller,
  { orderId }: RenewHandoverCodeInput,
): Promise<{ handoverCode: string }> {
  authorize(caller, 'order.read-own')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      // Before the order, as users come first.
      await enforceLimits(tx, { accountLimits }, { userId: caller.id, names: ['newCodesADay'] })
      requireAction(caller, await lockOrder(tx, caller, orderId), 'renewHandoverCode')
      const handoverCode = newHandoverCode()
      await tx.order.updateMany({ where: { id: orderId }, data: { handoverCode, handoverAttempts: 0 } })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.renew-code', subject })
      return { handoverCode }
    }),
  )
}
