import { formatCents } from '@second-ring/contracts/money'
import { isPaid, isReleased } from '@second-ring/contracts/orders/order'
import type { Transaction } from '@second-ring/database'
import { notifyAdminsOfLatest } from '#notifications/notify-admins.ts'
import { notifyUser, notifyUserOfLatest } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { isFullyReturned, type PaymentAccount, readPayment } from './lock-payment.ts'
import { readFailures } from './owed.ts'
import { describeRefundFailure } from './refund-failures.ts'

interface Refund {
  amountCents: number
}

interface FailedRefund extends Refund {
  failureReason: string | null
}

/** Notifies the buyer, the seller and every admin that a refund failed; replaces the order's unread ones. */
export async function notifyRefundFailed(
  tx: Transaction,
  { id }: PaymentAccount,
  { amountCents, failureReason }: FailedRefund,
): Promise<void> {
  const account = await readPayment(tx, id)
  const { buyerId, order } = account
  const subject = { type: 'payment', id } as const
  const reason = failureReason ?? 'unknown'
  await recordAction(tx, { actorId: null, action: 'payment.refund-failed', subject, reason })
  const about = order ? { orderId: order.id } : {}
  const what = `${formatCents(amountCents)}${order ? ` for ${order.productName}` : ''}`
  const why = whyNothingIsOwed(account)
  const { count, waits } = await readFailures(tx, id)
  const next = waits
    ? 'An admin has been notified and looks into it.'
    : 'It is tried again, and an admin has been notified.'
  const toBuyer =
    why === 'returned' ? 'The money went back by another way.' : why ? 'An admin has been notified.' : next
  const message = `The refund of ${what} did not reach your card. ${toBuyer}`
  await notifyUserOfLatest(tx, { userId: buyerId, kind: 'refund-failed', message, ...about })
  if (order && isPaid(order.state)) {
    const { sellerId } = order.listing
    const stays = isReleased(order.state) ? 'That money is yours, less the fee.' : 'That money stays with the sale.'
    const toSeller = `The refund of ${what} to the buyer failed.${why === 'paid' ? ` ${stays}` : ''}`
    await notifyUserOfLatest(tx, {
      userId: sellerId,
      kind: 'refund-failed',
      message: toSeller,
      listingId: order.listingId,
    })
  }
  const owes = why
    ? `${nothingOwed[why]}, so nothing is owed.`
    : waits
      ? `It failed ${count === 1 ? 'once' : `${count} times`} and is not tried again by itself: ask again, or pay the buyer another way.`
      : 'It is tried again.'
  await notifyAdminsOfLatest(tx, {
    kind: 'refund-failed',
    message: `A refund of ${what} failed: ${describeRefundFailure(failureReason)}. ${owes}`,
    ...about,
  })
}

const nothingOwed = { paid: 'The order is paid', returned: 'All of it went back by another way' }

/** Why a payment owes nothing though a refund of it failed: its order has the money, or the bank or another refund gave it back. */
function whyNothingIsOwed(account: PaymentAccount): keyof typeof nothingOwed | null {
  // Of one that was settled by giving back a part, that part is owed.
  if (account.order && isPaid(account.order.state) && account.order.state !== 'PARTLY_REFUNDED') return 'paid'
  return isFullyReturned(account) ? 'returned' : null
}

/** Notifies a buyer that their money is refunded, since it can pay no order of theirs. */
export async function notifyFitsNoOrder(tx: Transaction, buyerId: string): Promise<void> {
  const message = 'A payment of yours fits none of your orders any more. The money goes back to your card.'
  await notifyUser(tx, { userId: buyerId, kind: 'refunded', message })
}

/**
 * Notifies both sides of a refund that was made at the provider's own site, when their order goes on. An order that ends
 * with it has a notification of its own; an ended one needs none.
 */
export async function notifyRefundMade(tx: Transaction, account: PaymentAccount, refund: Refund): Promise<void> {
  const { order } = account
  if (!order || !isPaid(order.state)) return
  const isAll = isFullyReturned(account)
  if (isAll && order.state === 'PAID') return
  const kind = isAll ? 'refunded' : 'refund-partial'
  const what = isAll ? 'The payment' : `${formatCents(refund.amountCents)} of the payment`
  const about = `${what} for ${order.productName} was given back`
  await notifyUser(tx, { userId: order.buyerId, kind, message: `${about} to your card.`, orderId: order.id })
  const next = isReleased(order.state) ? 'Your part of it comes off your balance.' : 'The order stays as it is.'
  const message = `${about} to the buyer at the payment provider. ${next}`
  await notifyUser(tx, { userId: order.listing.sellerId, kind, message, listingId: order.listingId })
}
