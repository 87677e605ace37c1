import { DomainError } from '@second-ring/contracts/errors'
import { isPaid } from '@second-ring/contracts/orders/order'
import type { Transaction } from '@second-ring/database'
import { recordAct } from '../platform/audit.ts'
import type { PaymentIntent, ProviderEvent } from '../platform/card-payments.ts'
import type { Platform } from '../platform/platform.ts'
import { applyIntent } from './apply-intent.ts'
import { refundPayment } from './refund-payment.ts'

export interface Settlement {
  paymentId: string
  /** `paid`: the order is; `refunded`: it could not be any more; `closed`: the intent ended without a charge. */
  outcome: 'paid' | 'refunded' | 'open' | 'closed'
}

interface SettleInput {
  intentId: string
  /** The webhook event that told of it, recorded with the effect. */
  event?: Omit<ProviderEvent, 'happenedAt'>
}

/**
 * Brings an order to what the provider says of its intent: the browser, the webhook and the reconciler meet here, in
 * any order and number, with one effect. The intent is asked for afresh; nothing that a client or an event says counts.
 * A charge whose order cannot be paid any more is given back.
 * @returns null when the intent is not one of ours, or a surplus one of an order that another pays
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
    if (paymentId === null || paymentId === 'surplus') return paymentId
    await applyIntent(tx, platform, { intent, paymentId })
    return tx.payment.findUniqueOrThrow({
      where: { id: paymentId },
      select: { id: true, state: true, order: { select: { state: true } } },
    })
  })
  if (settled === 'surplus') await undoSurplus(platform, intent)
  if (settled === null || settled === 'surplus') return null
  const { id, state, order } = settled
  if (state === 'SUCCEEDED' && isPaid(order.state)) return { paymentId: id, outcome: 'paid' }
  // At once where the provider answers; the job that goes with it is there for when it does not.
  if (state === 'SUCCEEDED') await refundPayment(platform, { paymentId: id }).catch(() => undefined)
  if (state === 'SUCCEEDED' || state === 'REFUNDED') return { paymentId: id, outcome: 'refunded' }
  return { paymentId: id, outcome: state === 'PENDING' ? 'open' : 'closed' }
}

/**
 * The payment that stands for this intent; made now if the product stopped between asking for it and recording it.
 * @returns null when it is not one of ours, 'surplus' when its order is being paid by another
 */
async function findPayment(tx: Transaction, intent: PaymentIntent): Promise<string | 'surplus' | null> {
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
  const made = await tx.payment.findUnique({ where: { intentId: intent.id }, select: { id: true } })
  return made?.id ?? 'surplus'
}

/** An intent of an order that is being paid by another: nobody is charged twice. */
async function undoSurplus({ cardPayments, database }: Platform, intent: PaymentIntent): Promise<void> {
  if (intent.status === 'open') await cardPayments.cancelIntent(intent.id)
  const isKept = intent.status === 'succeeded' && intent.refundedCents < intent.amountCents && !intent.disputed
  if (!isKept || intent.orderId === null) return
  const subject = { type: 'order', id: intent.orderId } as const
  await cardPayments.refundIntent(intent.id)
  const reason = `A second payment of this order, ${intent.id}`
  await database.$transaction(tx => recordAct(tx, { actorId: null, action: 'payment.refund', subject, reason }))
}
