import { query, run } from '@second-ring/database'
import type { InferResult } from 'kysely'
import { lockUsers } from '#accounts/lock-users.ts'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { bindPayment } from './bind-payment.ts'
import { closeOpenPayments } from './close-open-payments.ts'
import { listPayableOrders } from './list-payable-orders.ts'
import { payOrder } from './pay-order.ts'
import { NO_ORDER_LEFT, refundUnassignedCharge } from './refund-unassigned-charge.ts'
import { isUnassignedCharge } from './unassigned-charge.ts'

/** How long a charge waits for its buyer to say which order it pays. */
const WAIT = '10 minutes'
const BATCH = 50

const lateCharges = query
  .selectFrom('payments as p')
  .where(isUnassignedCharge)
  .where(({ eb, or }) => or([eb('p.received_at', '<=', ago(WAIT)), eb('p.named_order_id', 'is not', null)]))
  .select(['p.id', 'p.intent_id as intentId', 'p.buyer_id as buyerId', 'p.amount_cents as amountCents'])
  .select('p.named_order_id as namedOrderId')
  .orderBy('p.received_at')
  .limit(BATCH)
type LateCharge = InferResult<typeof lateCharges>[number]

/**
 * Assigns an order to each charge without one: the one that its buyer named, or after the time to name one the oldest that
 * it can pay. A charge that can pay none is refunded. A failing charge does not stop the others.
 * @throws the last error, at the end
 */
export async function assignOrders(platform: Platform): Promise<void> {
  const late = await run(platform.database, lateCharges)
  let failure: unknown
  for (const charge of late) {
    try {
      await assign(platform, charge)
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
}

async function assign(platform: Platform, charge: LateCharge): Promise<void> {
  const { namedOrderId: named } = charge
  for (const orderId of named === null ? await listPayableOrders(platform.database, charge) : [named]) {
    await closeOpenPayments(platform, { orderId, except: charge.intentId })
    if (await payWith(platform, charge, orderId)) return
  }
  const { id: paymentId } = charge
  await runTransaction(platform.database, tx =>
    refundUnassignedCharge(tx, platform, { paymentId, reason: NO_ORDER_LEFT }),
  )
}

async function payWith({ database, ...platform }: Platform, charge: LateCharge, orderId: string): Promise<boolean> {
  return database.$transaction(async tx => {
    const order = await tx.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { buyerId: true, listing: { select: { sellerId: true } } },
    })
    await lockUsers(tx, [order.buyerId, order.listing.sellerId])
    if ((await bindPayment(tx, { paymentId: charge.id, orderId })) === null) return false
    await payOrder(tx, { ...platform, database }, { orderId, mayReclaim: true })
    return true
  })
}
