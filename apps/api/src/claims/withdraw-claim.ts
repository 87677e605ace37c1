import type { WithdrawClaimInput } from '@second-ring/contracts/claims/claim'
import { authorize, type Caller } from '#identity/caller.ts'
import { closeClaim } from '#orders/close-claim.ts'
import { lockOrderAndUsers } from '#orders/lock-order.ts'
import { requireAction } from '#orders/order-rules.ts'
import { releaseMoney } from '#orders/release-money.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * The buyer withdraws their claim, whoever's turn it is: the money is the seller's at once.
 * @throws DomainError NOT_FOUND, ORDER_NOT_OPEN (no claim is open), CONFLICT (a bank disputes the payment, or some of it is on its way back)
 */
export async function withdrawClaim(
  { database }: Platform,
  caller: Caller,
  { orderId }: WithdrawClaimInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.claim')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'withdrawClaim')
      const subject = { type: 'order', id: orderId } as const
      await recordAction(tx, { actorId: caller.id, action: 'order.withdraw-claim', subject })
      await closeClaim(tx, orderId, { state: 'WITHDRAWN', refundCents: null })
      const from = order.state === 'RETURNING' ? 'RETURNING' : 'CLAIMED'
      await releaseMoney(tx, order, { actorId: caller.id, from })
      return { orderId }
    }),
  )
}
