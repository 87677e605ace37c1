import type { AcceptPhoneInput } from '@second-ring/contracts/orders/hand-over'
import { requireFreshFactorFor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { lockOrderAndUsers } from './lock-order.ts'
import { requireAction } from './order-rules.ts'
import { releaseMoney } from './release-money.ts'

/**
 * The buyer says that all is fine with the phone that was handed over to them: its money is the seller's at once. An admin says so
 * for a buyer who is suspended.
 * @throws DomainError NOT_FOUND (no such order of the caller's), FACTOR_REQUIRED (an admin for the buyer), ORDER_NOT_OPEN (not handed over, or done), CONFLICT (the bank
 * disputes the payment, or a refund of it is on its way)
 */
export async function acceptPhone(
  platform: Platform,
  caller: Caller,
  { orderId }: AcceptPhoneInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.accept-phone')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const order = await lockOrderAndUsers(tx, caller, orderId)
      requireAction(caller, order, 'acceptPhone')
      await requireFreshFactorFor(tx, platform, { caller, order })
      await releaseMoney(tx, order, { actorId: caller.id })
      return { orderId }
    }),
  )
}
