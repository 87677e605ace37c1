import type { ConfirmReturnInput, RenewReturnCodeInput } from '@second-ring/contracts/claims/claim'
import { DomainError } from '@second-ring/contracts/errors'
import { formatCents } from '@second-ring/contracts/money'
import { authorize, type Caller } from '#identity/caller.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { newHandoverCode } from '#orders/handover-code.ts'
import { lockOrder, lockOrderAndUsers } from '#orders/lock-order.ts'
import { notifyIfUsedUp } from '#orders/notify-if-used-up.ts'
import { allowedActions, requireAction } from '#orders/order-rules.ts'
import { enforceLimits } from '#platform/account-limits.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { giveBackAll } from './settle-claim.ts'

/**
 * Ends the return of a phone: its buyer enters the code that the seller shows once they have it again, and the money goes back.
 * Wrong codes are counted, and after a few the seller has to make a new one.
 * @throws DomainError NOT_FOUND (no such order of the caller's), ORDER_NOT_OPEN (no claim is open), CONFLICT (it is not to be
 * returned, too late, or the bank holds the money), WRONG_CODE, TOO_MANY_REQUESTS (no attempts left, or too many at all)
 */
export async function confirmReturn(
  platform: Platform,
  caller: Caller,
  { orderId, code }: ConfirmReturnInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.claim')
  await platform.rateLimits.countAccount('handOver', caller.id)
  const { isWrong } = await platform.database.$transaction(async tx => {
    const order = await lockOrderAndUsers(tx, caller, orderId)
    return withIdempotency(tx, caller, async () => {
      if (allowedActions(caller, order).includes('confirmReturn') && order.returnCode !== code) {
        const returnAttempts = order.returnAttempts + 1
        await tx.claim.updateMany({ where: { orderId }, data: { returnAttempts } })
        await notifyIfUsedUp(tx, { ...order, returnAttempts }, 'seller')
        return { orderId, isWrong: true }
      }
      requireAction(caller, order, 'confirmReturn')
      await recordAction(tx, { actorId: caller.id, action: 'order.return', subject: { type: 'order', id: orderId } })
      const reason = 'The phone was returned'
      const act = { from: 'RETURNING', ending: 'PHONE_RETURNED', actorId: caller.id, reason } as const
      const cents = await giveBackAll(tx, platform, order, act)
      const message = `You have ${order.productName} again, and ${formatCents(cents)} goes back to the buyer. Post it again if you want to sell it.`
      await notifyUser(tx, { userId: order.sellerId, kind: 'claim-closed', message, orderId })
      const toBuyer = `You have returned ${order.productName}: ${formatCents(cents)} goes back to your card.`
      await notifyUser(tx, { userId: order.buyerId, kind: 'refunded', message: toBuyer, orderId })
      return { orderId, isWrong: false }
    })
  })
  // Thrown after the commit, so that the wrong attempt stays counted, and sent again is not counted again.
  if (isWrong) throw new DomainError('WRONG_CODE', 'This is not the code of this return.')
  return { orderId }
}

/**
 * Gives the return of the caller's phone a new code; the old one is void, and the wrong attempts are reset.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (no claim is open), CONFLICT (it is not to be returned, or too late), LIMIT_REACHED
 */
export async function renewReturnCode(
  { database, accountLimits }: Platform,
  caller: Caller,
  { orderId }: RenewReturnCodeInput,
): Promise<{ returnCode: string }> {
  authorize(caller, 'order.answer-claim')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      // Before the order, as users come first.
      await enforceLimits(tx, { accountLimits }, { userId: caller.id, names: ['newCodesADay'] })
      requireAction(caller, await lockOrder(tx, caller, orderId), 'renewReturnCode')
      const returnCode = newHandoverCode()
      await tx.claim.updateMany({ where: { orderId }, data: { returnCode, returnAttempts: 0 } })
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.renew-return-code', subject })
      return { returnCode }
    }),
  )
}
