import { formatCents } from '@second-ring/contracts/money'
import type { Transaction } from '@second-ring/database'
import { lockUsers } from '#accounts/lock-users.ts'
import { postOrderPaid, postOrderRefunded } from '#ledger/post-payment.ts'
import { transitionListing } from '#listings/listing-transitions.ts'
import { recordMail } from '#mails/record-mail.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { newHandoverCode } from '#orders/handover-code.ts'
import { transitionOrder } from '#orders/order-transitions.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { requestRefund } from './request-refund.ts'

interface Paying {
  orderId: string
  /** Whether the charge may reclaim the phone after the hold: not once some of it went back. */
  mayReclaim: boolean
}

/**
 * Pays an order with the charge of its payment, which has just succeeded or been bound to it. A charge that comes after
 * the hold reclaims the phone while it is free and still costs the same; otherwise the money goes back.
 */
export async function payOrder(tx: Transaction, platform: Platform, { orderId, mayReclaim }: Paying): Promise<void> {
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      id: true,
      listingId: true,
      buyerId: true,
      productName: true,
      priceCents: true,
      listing: { select: { sellerId: true } },
    },
  })
  const present = await lockUsers(tx, [order.buyerId, order.listing.sellerId])
  const handoverCode = newHandoverCode()
  const isInTime = await transitionOrder(tx, { id: order.id, from: 'PLACED', to: 'PAID', handoverCode })
  const reclaims = mayReclaim && present.has(order.buyerId)
  if (!isInTime && !(reclaims && (await reclaim(tx, order, handoverCode)))) {
    await postOrderRefunded(tx, orderId)
    const reason = 'The payment came after the booking had ended'
    await requestRefund(tx, platform, { orderId, reason, requestedById: null })
    const message = `Your payment for ${order.productName} came after its booking had ended. Your money is on its way back to your card.`
    await notifyUser(tx, { userId: order.buyerId, kind: 'refunded', message, orderId })
    return
  }
  if (!(await transitionListing(tx, { from: 'RESERVED', to: 'SOLD', where: { id: order.listingId } }))) {
    throw new Error(`Listing ${order.listingId} was not held by its order ${order.id}`)
  }
  await postOrderPaid(tx, orderId)
  await recordAction(tx, {
    actorId: null,
    action: 'order.pay',
    subject: { type: 'order', id: order.id },
    ...(!isInTime && { reason: 'After the hold, while the phone was still free' }),
  })
  await closeSurplus(tx, platform, order)
  const paid = `You paid ${formatCents(order.priceCents)} for ${order.productName}. Meet the seller, look at the phone, and only then give them the code that stands on your order.`
  await recordMail(tx, { userId: order.buyerId, kind: 'receipt', message: paid, orderId })
  const message = `${order.productName} is paid. Meet the buyer, and enter their code when you hand it over.`
  await notifyUser(tx, { userId: order.listing.sellerId, kind: 'paid', message, listingId: order.listingId })
}

/** Ends the open payment that the buyer started by this price, should no unpaid order be left for it. */
async function closeSurplus(
  tx: Transaction,
  { jobs }: Platform,
  { id: orderId, buyerId, priceCents: amountCents }: { id: string; buyerId: string; priceCents: number },
): Promise<void> {
  const open = await tx.payment.count({ where: { buyerId, amountCents, orderId: null, state: 'PENDING' } })
  if (open > 0) await jobs.enqueue(tx, 'payments.close', { orderId })
}

interface Expired {
  id: string
  buyerId: string
  listingId: string
  priceCents: number
}

/** Holds the phone again for an order whose time ran out, if it is free and costs what was paid. */
async function reclaim(
  tx: Transaction,
  { id, buyerId, listingId, priceCents }: Expired,
  handoverCode: string,
): Promise<boolean> {
  // It may have run out a moment ago; from here on only its payment moves it.
  const order = await tx.order.findUniqueOrThrow({ where: { id }, select: { state: true } })
  if (order.state !== 'EXPIRED') return false
  // Whoever has asked to be deleted buys nothing any more.
  if ((await tx.user.count({ where: { id: buyerId, deletesAt: { not: null } } })) > 0) return false
  const where = { id: listingId, resalePriceCents: priceCents }
  if (!(await transitionListing(tx, { from: 'AVAILABLE', to: 'RESERVED', where }))) return false
  if (!(await transitionOrder(tx, { id, from: 'EXPIRED', to: 'PAID', handoverCode }))) {
    throw new Error(`Order ${id} was moved by something else than its payment`)
  }
  return true
}
