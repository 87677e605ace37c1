import type { Prisma, Transaction } from '@second-ring/database'
import type { PaymentIntent } from '#platform/card-payments.ts'

/** Why a charge of this market fits no payment. */
export type UnmatchedCause = 'unknown-order' | 'wrong-amount' | 'second-charge' | 'no-order'

export type FoundPayment = { id: string; orderId: string | null } | { unmatched: UnmatchedCause }

interface Wanted {
  intent: PaymentIntent
  marketId: string
}

/**
 * The payment that stands for an intent; made now if the product stopped between asking for the intent and recording it.
 * @returns null when the intent is not this market's
 */
export async function findPayment(tx: Transaction, { intent, marketId }: Wanted): Promise<FoundPayment | null> {
  const select = { id: true, orderId: true, amountCents: true } as const
  const known = await tx.payment.findUnique({ where: { intentId: intent.id }, select })
  if (known) return isOf(intent, known.amountCents) ? known : { unmatched: 'wrong-amount' }
  if (intent.marketId !== null && intent.marketId !== marketId) return null
  if (intent.orderId !== null) return ofOrder(tx, { intent, orderId: intent.orderId })
  if (intent.marketId === null) return null
  const { buyerId, amountCents: priceCents } = intent
  if (buyerId === null || intent.currency !== 'usd') return { unmatched: 'no-order' }
  // After a restore its orders may be lost: then it is one of many, which an admin looks at.
  if ((await tx.order.count({ where: { buyerId, priceCents } })) === 0) return { unmatched: 'no-order' }
  return record(tx, intent, { orderId: null, buyerId })
}

async function ofOrder(
  tx: Transaction,
  { intent, orderId }: { intent: PaymentIntent; orderId: string },
): Promise<FoundPayment | null> {
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { buyerId: true, priceCents: true } })
  // Before markets were written on intents, another product's could not be distinguished from one of a lost order.
  if (!order) return intent.marketId === null ? null : { unmatched: 'unknown-order' }
  if (!isOf(intent, order.priceCents)) return { unmatched: 'wrong-amount' }
  // An order is charged once, also when that charge went back: its refund may still fail.
  const charged = {
    orderId,
    state: { in: ['SUCCEEDED', 'REFUNDED'] },
    // Another report of this very intent may have been recorded a moment ago.
    intentId: { not: intent.id },
  } satisfies Prisma.PaymentWhereInput
  if ((await tx.payment.count({ where: charged })) > 0) return { unmatched: 'second-charge' }
  return record(tx, intent, { orderId, buyerId: order.buyerId })
}

/** Two reports of an intent may meet here; one makes the row and the other finds it. */
async function record(
  tx: Transaction,
  intent: PaymentIntent,
  { orderId, buyerId }: { orderId: string | null; buyerId: string },
): Promise<FoundPayment> {
  const data = { orderId, buyerId, intentId: intent.id, amountCents: intent.amountCents }
  await tx.payment.createMany({ data, skipDuplicates: true })
  const made = await tx.payment.findUnique({ where: { intentId: intent.id }, select: { id: true, orderId: true } })
  return made ?? { unmatched: 'second-charge' }
}

function isOf(intent: PaymentIntent, cents: number): boolean {
  return intent.currency === 'usd' && intent.amountCents === cents
}
