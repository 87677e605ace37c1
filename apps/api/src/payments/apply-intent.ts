import { query, run, type Transaction } from '@second-ring/database'
import { postFee } from '#ledger/post-payment.ts'
import type { PaymentIntent } from '#platform/card-payments.ts'
import type { Platform } from '#platform/platform.ts'
import { applyDisputes } from './apply-disputes.ts'
import { applyRefunds } from './apply-refunds.ts'
import { balancePayment } from './balance-payment.ts'
import { lockPayment, readPayment } from './lock-payment.ts'
import { payOrder } from './pay-order.ts'
import { transitionPayment } from './payment-transitions.ts'

interface Application {
  intent: PaymentIntent
  paymentId: string
}

/** Applies what the provider says of an intent to its payment, order and phone, by transitions that happen once. */
export async function applyIntent(tx: Transaction, platform: Platform, application: Application): Promise<void> {
  const { intent, paymentId } = application
  if (intent.status === 'canceled') {
    await transitionPayment(tx, { id: paymentId, from: 'PENDING', to: 'CANCELLED' })
    return
  }
  if (intent.status !== 'succeeded') return
  if (!(await lockPayment(tx, paymentId))) return
  await applyCharge(tx, platform, application)
  const cents = intent.charge?.feeCents ?? 0
  await postFee(tx, { paymentId, of: paymentId, cents })
  await noteAvailability(tx, paymentId, intent.charge?.availableAt ?? null)
  await applyRefunds(tx, await readPayment(tx, paymentId), intent.refunds)
  await applyDisputes(tx, platform, { paymentId, disputes: intent.disputes })
  await balancePayment(tx, platform, paymentId)
}

/** Whether nothing of a charge went back, and no bank disputes it. */
export function isUntouched({ refundedCents, refunds, disputes }: PaymentIntent): boolean {
  return refundedCents === 0 && refunds.length === 0 && disputes.every(({ status }) => status === 'WON')
}

/** From when on the money of a charge may be used; it is written once. */
async function noteAvailability(tx: Transaction, paymentId: string, availableAt: Date | null): Promise<void> {
  if (availableAt === null) return
  const noting = query.updateTable('payments').set('available_at', availableAt).where('id', '=', paymentId)
  await run(tx, noting.where('available_at', 'is', null))
}

async function applyCharge(tx: Transaction, platform: Platform, { paymentId, intent }: Application): Promise<void> {
  if (!(await transitionPayment(tx, { id: paymentId, from: 'PENDING', to: 'SUCCEEDED' }))) return
  const { orderId } = await tx.payment.findUniqueOrThrow({ where: { id: paymentId }, select: { orderId: true } })
  if (orderId !== null) await payOrder(tx, platform, { orderId, mayReclaim: isUntouched(intent) })
}
