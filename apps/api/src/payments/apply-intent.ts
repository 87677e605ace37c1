import type { Transaction } from '@second-ring/database'
import { holdPeople } from '../accounts/hold-people.ts'
import { moveListing } from '../listings/listing-life.ts'
import { tell } from '../notices/tell.ts'
import { newHandoverCode } from '../orders/handover-code.ts'
import { moveOrder } from '../orders/order-life.ts'
import { refundOrderRow } from '../orders/refund-order-row.ts'
import { recordAct } from '../platform/audit.ts'
import type { PaymentIntent } from '../platform/card-payments.ts'
import type { Platform } from '../platform/platform.ts'
import { movePayment } from './payment-life.ts'

interface Application {
  intent: PaymentIntent
  paymentId: string
}

/** Applies what the provider says of an intent to its payment, order and phone, by moves that happen once. */
export async function applyIntent(tx: Transaction, platform: Platform, of: Application): Promise<void> {
  const { intent, paymentId } = of
  if (intent.status === 'canceled') {
    await movePayment(tx, { id: paymentId, from: 'PENDING', to: 'CANCELLED' })
    return
  }
  if (intent.status !== 'succeeded') return
  await applyCharge(tx, platform, of)
  if (intent.refundedCents >= intent.amountCents) await applyRefund(tx, platform, paymentId)
  if (intent.disputed) await applyDispute(tx, platform, paymentId)
}

async function applyCharge(tx: Transaction, platform: Platform, { paymentId }: Application): Promise<void> {
  const receivedAt = platform.clock.now()
  if (!(await movePayment(tx, { id: paymentId, from: 'PENDING', to: 'SUCCEEDED', receivedAt }))) return
  const order = await orderOf(tx, paymentId)
  const present = await holdPeople(tx, [order.buyerId, order.listing.sellerId])
  const handoverCode = newHandoverCode()
  const isInTime = await moveOrder(tx, { id: order.id, from: 'PLACED', to: 'PAID', handoverCode })
  if (!isInTime && !(present.has(order.buyerId) && (await winBack(tx, order, handoverCode)))) {
    await platform.jobs.enqueue(tx, 'payments.refund', { paymentId })
    await tell(tx, {
      userId: order.buyerId,
      kind: 'refunded',
      message: `Your payment for ${order.productName} came too late: the phone is gone. Your money is on its way back to your card.`,
      orderId: order.id,
    })
    return
  }
  if (!(await moveListing(tx, { from: 'RESERVED', to: 'SOLD', where: { id: order.listingId } }))) {
    throw new Error(`Listing ${order.listingId} was not held by its order ${order.id}`)
  }
  await recordAct(tx, {
    actorId: null,
    action: 'order.pay',
    subject: { type: 'order', id: order.id },
    ...(!isInTime && { reason: 'After the hold, while the phone was still free' }),
  })
  const message = `${order.productName} is paid. Meet the buyer, and enter their code when you hand it over.`
  await tell(tx, { userId: order.listing.sellerId, kind: 'paid', message, listingId: order.listingId })
}

/** A charge that came after its hold ran out has the phone all the same, if it is still free. */
async function winBack(
  tx: Transaction,
  { id, listingId }: { id: string; listingId: string },
  handoverCode: string,
): Promise<boolean> {
  // It may have run out a moment ago; from here on only its payment moves it.
  const order = await tx.order.findUniqueOrThrow({ where: { id }, select: { state: true } })
  if (order.state !== 'EXPIRED') return false
  if (!(await moveListing(tx, { from: 'AVAILABLE', to: 'RESERVED', where: { id: listingId } }))) return false
  if (!(await moveOrder(tx, { id, from: 'EXPIRED', to: 'PAID', handoverCode }))) {
    throw new Error(`Order ${id} was moved by something else than its payment`)
  }
  return true
}

/** A refund that was made at the provider itself, past the product. */
async function applyRefund(tx: Transaction, platform: Platform, paymentId: string): Promise<void> {
  if (!(await movePayment(tx, { id: paymentId, from: 'SUCCEEDED', to: 'REFUNDED' }))) return
  const reason = 'Refunded at the payment provider'
  await recordAct(tx, { actorId: null, action: 'payment.refund', subject: { type: 'payment', id: paymentId }, reason })
  const order = await orderOf(tx, paymentId)
  // Where the phone is nobody has said, so it is not put up for sale again.
  if (!(await refundOrderRow(tx, platform, order, { relist: false, actorId: null, reason }))) return
  const about = `The payment for ${order.productName} was given back`
  await tell(tx, { userId: order.buyerId, kind: 'refunded', message: `${about} to your card.`, orderId: order.id })
  const message = `${about} to the buyer. Post the phone again if you still have it.`
  await tell(tx, { userId: order.listing.sellerId, kind: 'refunded', message, listingId: order.listingId })
}

/** Notes that the cardholder's bank disputes a charge, once. */
export async function applyDispute(tx: Transaction, { clock }: Platform, paymentId: string): Promise<void> {
  const { count } = await tx.payment.updateMany({
    where: { id: paymentId, disputedAt: null },
    data: { disputedAt: clock.now() },
  })
  if (count === 0) return
  await recordAct(tx, { actorId: null, action: 'payment.dispute', subject: { type: 'payment', id: paymentId } })
  const order = await orderOf(tx, paymentId)
  const message = `The buyer’s bank disputes the payment for ${order.productName}. An admin will be in touch.`
  await tell(tx, { userId: order.listing.sellerId, kind: 'disputed', message, listingId: order.listingId })
}

async function orderOf(tx: Transaction, paymentId: string) {
  const { order } = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: {
      order: {
        select: {
          id: true,
          listingId: true,
          buyerId: true,
          productName: true,
          listing: { select: { sellerId: true } },
        },
      },
    },
  })
  return order
}
