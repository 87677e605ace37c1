import { DomainError } from '@second-ring/contracts/errors'
import { isPaid } from '@second-ring/contracts/orders/order'
import type { Transaction } from '@second-ring/database'
import { moveListing } from '../listings/listing-life.ts'
import { moveOrder } from '../orders/order-life.ts'
import { recordAct } from '../platform/audit.ts'
import type { PaymentIntent, ProviderEvent } from '../platform/card-payments.ts'
import type { Platform } from '../platform/platform.ts'
import { movePayment } from './payment-life.ts'

export interface Settlement {
  paymentId: string
  /** `paid`: the order is; `refunded`: it could not be any more; `closed`: the intent ended without a charge. */
  outcome: 'paid' | 'refunded' | 'open' | 'closed'
}

interface SettleInput {
  intentId: string
  /** The webhook event that told of it, recorded with the effect. */
  event?: ProviderEvent
}

/**
 * Brings an order to what the provider says of its intent: the browser, the webhook and any later check meet here, in
 * any order and number, with one effect. The intent is asked for afresh; nothing that a client or an event says counts.
 * A charge whose order cannot be paid any more is given back at once.
 * @returns null when the intent is not one of ours
 * @throws DomainError PAYMENT_MISMATCH (of another amount, currency or order), PROVIDER_UNAVAILABLE
 */
export async function settlePayment(platform: Platform, { intentId, event }: SettleInput): Promise<Settlement | null> {
  const intent = await platform.cardPayments.retrieveIntent(intentId)
  if (!intent) return null
  const settled = await platform.database.$transaction(async tx => {
    if (event) {
      await tx.providerEvent.createMany({ data: { id: event.id, type: event.type }, skipDuplicates: true })
    }
    const paymentId = await findPayment(tx, intent)
    if (paymentId === null) return null
    await applyIntent(tx, { platform, intent, paymentId })
    return tx.payment.findUniqueOrThrow({
      where: { id: paymentId },
      select: { id: true, state: true, order: { select: { state: true } } },
    })
  })
  if (!settled) return null
  const { id, state, order } = settled
  if (state === 'SUCCEEDED' && isPaid(order.state)) return { paymentId: id, outcome: 'paid' }
  if (state === 'SUCCEEDED') await giveBack(platform, { paymentId: id, intentId })
  if (state === 'SUCCEEDED' || state === 'REFUNDED') return { paymentId: id, outcome: 'refunded' }
  return { paymentId: id, outcome: state === 'PENDING' ? 'open' : 'closed' }
}

/** The payment that stands for this intent; made now if the product stopped between asking for it and recording it. */
async function findPayment(tx: Transaction, intent: PaymentIntent): Promise<string | null> {
  const select = { id: true, orderId: true, amountCents: true } as const
  const known = await tx.payment.findUnique({ where: { intentId: intent.id }, select })
  const order =
    intent.orderId === null
      ? null
      : await tx.order.findUnique({
          where: { id: intent.orderId },
          select: { id: true, priceCents: true },
        })
  if (!known && !order) return null
  const isAsAgreed = intent.currency === 'usd' && intent.amountCents === order?.priceCents
  if (!order || !isAsAgreed || (known && known.orderId !== order.id)) {
    throw new DomainError('PAYMENT_MISMATCH', 'This payment does not belong to this order.')
  }
  if (known) return known.id
  // Two reports of it may meet here; one makes the row and the other finds it.
  const data = { orderId: order.id, intentId: intent.id, amountCents: intent.amountCents }
  await tx.payment.createMany({ data, skipDuplicates: true })
  const made = await tx.payment.findUniqueOrThrow({ where: { intentId: intent.id }, select: { id: true } })
  return made.id
}

interface Application {
  platform: Platform
  intent: PaymentIntent
  paymentId: string
}

async function applyIntent(tx: Transaction, { platform, intent, paymentId }: Application): Promise<void> {
  if (intent.status === 'canceled') {
    await movePayment(tx, { id: paymentId, from: 'PENDING', to: 'CANCELLED' })
    return
  }
  if (intent.status !== 'succeeded') return
  const receivedAt = platform.clock.now()
  if (!(await movePayment(tx, { id: paymentId, from: 'PENDING', to: 'SUCCEEDED', receivedAt }))) return
  const { order } = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: { order: { select: { id: true, listingId: true } } },
  })
  if (!(await moveOrder(tx, { id: order.id, from: 'PLACED', to: 'PAID' }))) return
  if (!(await moveListing(tx, { from: 'RESERVED', to: 'SOLD', where: { id: order.listingId } }))) {
    throw new Error(`Listing ${order.listingId} was not held by its order ${order.id}`)
  }
  await recordAct(tx, { actorId: null, action: 'order.pay', subject: { type: 'order', id: order.id } })
}

async function giveBack(
  platform: Platform,
  { paymentId, intentId }: { paymentId: string; intentId: string },
): Promise<void> {
  await platform.cardPayments.refundIntent(intentId)
  await platform.database.$transaction(async tx => {
    if (!(await movePayment(tx, { id: paymentId, from: 'SUCCEEDED', to: 'REFUNDED' }))) return
    await recordAct(tx, {
      actorId: null,
      action: 'payment.refund',
      subject: { type: 'payment', id: paymentId },
      reason: 'The order could not be paid any more',
    })
  })
}
