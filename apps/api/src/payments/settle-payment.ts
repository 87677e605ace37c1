import { isPaid } from '@second-ring/contracts/orders/order'
import type { PaymentState, Transaction } from '@second-ring/database'
import { holdPeople } from '../accounts/hold-people.ts'
import type { PaymentIntent } from '../platform/card-payments.ts'
import type { Platform } from '../platform/platform.ts'
import { isUniqueViolation } from '../platform/unique-violation.ts'
import { applyIntent, isUntouched } from './apply-intent.ts'
import { bindPayment } from './bind-payment.ts'
import { findPayment, type UnmatchedCause } from './find-payment.ts'
import { giveBackCharge } from './give-back-charge.ts'
import { marketIdOf } from './market-id.ts'
import { payOrder } from './pay-order.ts'
import { recordUnmatchedCharge } from './record-unmatched-charge.ts'
import { sendRefund } from './send-refund.ts'

export interface Settlement {
  paymentId: string
  /** The order that it pays; null while its buyer has not said which. */
  orderId: string | null
  /**
   * `paid`: the order is; `charged`: its buyer has not said which order it pays; `refunded`: the order could not be paid
   * any more; `closed`: the intent ended without a charge.
   */
  outcome: 'paid' | 'charged' | 'refunded' | 'open' | 'closed'
}

interface SettleInput {
  intentId: string
  /** The order that its buyer says it pays, for a charge that may still be bound to one. */
  orderId?: string
}

/**
 * Brings an order to what the provider says of its intent: the browser, the webhook and the reconciler meet here, in
 * any order and number, with one effect. The intent is asked for afresh; nothing that a client or an event says counts.
 * A charge whose order cannot be paid any more is given back; one that fits no payment is written down as unmatched.
 * @returns null when the intent is not one of ours, or fits no payment
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function settlePayment(
  platform: Platform,
  { intentId, orderId }: SettleInput,
): Promise<Settlement | null> {
  const { database, cardPayments } = platform
  const marketId = await marketIdOf(database)
  const intent = await cardPayments.retrieveIntent(intentId)
  if (!intent) return null
  const settleOnce = async (tx: Transaction) => {
    const found = await findPayment(tx, { intent, marketId })
    if (found === null) return null
    if ('unmatched' in found) return recordIfCharged(tx, platform, { intent, cause: found.unmatched })
    await applyToPayment(tx, platform, { intent, paymentId: found.id, orderId })
    return tx.payment.findUniqueOrThrow({
      where: { id: found.id },
      select: { id: true, state: true, orderId: true, order: { select: { state: true } } },
    })
  }
  const settled = await database.$transaction(settleOnce).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    // Another payment of the order was recorded in that moment: now it is seen.
    return database.$transaction(settleOnce)
  })
  if (settled === 'unmatched' && intent.status === 'open') await cardPayments.cancelIntent(intent.id)
  if (settled === null || settled === 'unmatched') return null
  const { id: paymentId, state, order } = settled
  const of = { paymentId, orderId: settled.orderId }
  if (state === 'SUCCEEDED' && order === null) return { ...of, outcome: 'charged' }
  if (state === 'SUCCEEDED' && order && isPaid(order.state)) return { ...of, outcome: 'paid' }
  // At once where the provider answers; the job that goes with it is there for when it does not.
  if (state === 'SUCCEEDED') await sendRefund(platform, { paymentId }).catch(() => undefined)
  if (state === 'SUCCEEDED' || state === 'REFUNDED') return { ...of, outcome: 'refunded' }
  return { ...of, outcome: state === 'PENDING' ? 'open' : 'closed' }
}

interface Application {
  intent: PaymentIntent
  paymentId: string
  orderId: string | undefined
}

async function applyToPayment(
  tx: Transaction,
  platform: Platform,
  { intent, paymentId, orderId }: Application,
): Promise<void> {
  const before = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: { orderId: true },
  })
  await holdParties(tx, orderId ?? before.orderId)
  let isSecond = false
  if (orderId !== undefined && orderId !== before.orderId && intent.status === 'succeeded') {
    const state = await bindPayment(tx, { paymentId, orderId })
    isSecond = state === null && (await isCharged(tx, { orderId, except: paymentId }))
    // What was charged before it had an order pays it now, before anybody asks what it owes.
    if (state === 'SUCCEEDED') await payOrder(tx, platform, { orderId, mayReclaim: isUntouched(intent) })
  }
  await applyIntent(tx, platform, { intent, paymentId })
  const reason = 'The order that it was made for is paid already'
  if (isSecond) await giveBackCharge(tx, platform, { paymentId, reason })
}

async function isCharged(tx: Transaction, { orderId, except }: { orderId: string; except: string }): Promise<boolean> {
  const charged = ['SUCCEEDED', 'REFUNDED'] satisfies PaymentState[]
  return (await tx.payment.count({ where: { orderId, id: { not: except }, state: { in: charged } } })) > 0
}

/** The people before their orders and payments, as a removal takes them. */
async function holdParties(tx: Transaction, orderId: string | null): Promise<void> {
  if (orderId === null) return
  const order = await tx.order.findUnique({
    where: { id: orderId },
    select: { buyerId: true, listing: { select: { sellerId: true } } },
  })
  if (order) await holdPeople(tx, [order.buyerId, order.listing.sellerId])
}

async function recordIfCharged(
  tx: Transaction,
  platform: Platform,
  { intent, cause }: { intent: PaymentIntent; cause: UnmatchedCause },
): Promise<'unmatched'> {
  const isLost = intent.disputes.some(({ status }) => status === 'LOST')
  if (intent.status === 'succeeded' && intent.refundedCents < intent.amountCents && !isLost)
    await recordUnmatchedCharge(tx, platform, { intent, cause })
  return 'unmatched'
}
