import { holdPeople } from '../accounts/hold-people.ts'
import type { Platform } from '../platform/platform.ts'
import { bindPayment } from './bind-payment.ts'
import { closeOpenPayments } from './close-open-payments.ts'
import { giveBackCharge } from './give-back-charge.ts'
import { payOrder } from './pay-order.ts'

/** How long a charge waits for its buyer to say which order it pays, in minutes. */
const WAIT_MINUTES = 10
const BATCH = 50

interface LateCharge {
  id: string
  intent_id: string
  buyer_id: string
  amount_cents: number
}

/**
 * Says which order a charge pays whose buyer has not said it in time: the oldest that it fits. One that fits none any
 * more goes back. One that cannot be assigned stops no other.
 * @throws the last of what went wrong, after all
 */
export async function assignOrders(platform: Platform): Promise<void> {
  const late = await platform.database.$queryRaw<LateCharge[]>`
    SELECT p.id::text, p.intent_id, p.buyer_id::text, p.amount_cents FROM payments p
    WHERE p.order_id IS NULL AND p.state = 'SUCCEEDED'
      AND p.received_at <= now() - make_interval(mins => ${WAIT_MINUTES})
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
      AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.state <> 'WON')
    ORDER BY p.received_at LIMIT ${BATCH}`
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
  for (const orderId of await fittingOrders(platform, charge)) {
    await closeOpenPayments(platform, { orderId, except: charge.intent_id })
    if (await payWith(platform, charge, orderId)) return
  }
  const reason = 'There was no order left that it could pay'
  await platform.database.$transaction(tx => giveBackCharge(tx, platform, { paymentId: charge.id, reason }))
}

/** Unpaid orders first, then those whose time ran out while their phone is still free at its price; oldest first. */
async function fittingOrders({ database }: Platform, charge: LateCharge): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT o.id::text FROM orders o JOIN listings l ON l.id = o.listing_id
    WHERE o.buyer_id = ${charge.buyer_id}::uuid AND o.price_cents = ${charge.amount_cents}
      AND (o.state = 'PLACED'
        OR (o.state = 'EXPIRED' AND l.state = 'AVAILABLE' AND l.resale_price_cents = o.price_cents))
    ORDER BY o.state, o.placed_at, o.id`
  return rows.map(row => row.id)
}

async function payWith({ database, ...platform }: Platform, charge: LateCharge, orderId: string): Promise<boolean> {
  return database.$transaction(async tx => {
    const order = await tx.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { buyerId: true, listing: { select: { sellerId: true } } },
    })
    await holdPeople(tx, [order.buyerId, order.listing.sellerId])
    if ((await bindPayment(tx, { paymentId: charge.id, orderId })) === null) return false
    await payOrder(tx, { ...platform, database }, { orderId, mayReclaim: true })
    return true
  })
}
