import { formatCents } from '@second-ring/contracts/money'
import { isPaid } from '@second-ring/contracts/orders/order'
import { Prisma, type Transaction } from '@second-ring/database'
import { notifyAdmins } from '../notices/notify-admins.ts'
import { tell } from '../notices/tell.ts'
import { recordAct } from '../platform/audit.ts'
import { isGivenBack, type PaymentAccount } from './lock-payment.ts'
import { failureCount, waitsForAdmin } from './owed.ts'

interface Refund {
  amountCents: number
}

interface FailedRefund extends Refund {
  failureReason: string | null
}

/** Says that a refund failed, to its buyer, to the seller whose sale it concerns and to every admin. */
export async function notifyRefundFailed(
  tx: Transaction,
  { id, buyerId, order }: PaymentAccount,
  { amountCents, failureReason }: FailedRefund,
): Promise<void> {
  const subject = { type: 'payment', id } as const
  const reason = failureReason ?? 'unknown'
  await recordAct(tx, { actorId: null, action: 'payment.refund-failed', subject, reason })
  const about = order ? { orderId: order.id } : {}
  const what = `${formatCents(amountCents)}${order ? ` for ${order.productName}` : ''}`
  const isOwed = !order || !isPaid(order.state)
  const [{ count, waits } = { count: 1, waits: true }] = await tx.$queryRaw<{ count: number; waits: boolean }[]>(
    Prisma.sql`SELECT ${failureCount} AS count, ${waitsForAdmin} AS waits FROM payments p WHERE p.id = ${id}::uuid`,
  )
  const next = waits
    ? 'An admin has been notified and looks into it.'
    : 'It is tried again, and an admin has been notified.'
  const message = `The refund of ${what} did not reach your card. ${isOwed ? next : 'An admin has been notified.'}`
  await tell(tx, { userId: buyerId, kind: 'refund-failed', message, ...about })
  if (order && isPaid(order.state)) {
    const { sellerId } = order.listing
    const toSeller = `The refund of ${what} to the buyer failed.`
    await tell(tx, { userId: sellerId, kind: 'refund-failed', message: toSeller, listingId: order.listingId })
  }
  const owes = !isOwed
    ? 'The order is paid, so nothing is owed.'
    : waits
      ? `It failed ${count === 1 ? 'once' : `${count} times`} and is not tried again by itself: ask again, or pay the buyer another way.`
      : 'It is tried again.'
  await notifyAdmins(tx, {
    kind: 'refund-failed',
    message: `A refund of ${what} failed (${reason}). ${owes}`,
    ...about,
  })
}

/**
 * Says that somebody made a refund at the provider, to both sides of an order that goes on; of one that ends with it
 * the end is told, and of one that has ended nothing is new.
 */
export async function notifyRefundMade(tx: Transaction, account: PaymentAccount, refund: Refund): Promise<void> {
  const { order } = account
  if (!order || !isPaid(order.state)) return
  const isAll = isGivenBack(account)
  if (isAll && order.state === 'PAID') return
  const kind = isAll ? 'refunded' : 'refund-partial'
  const what = isAll ? 'The payment' : `${formatCents(refund.amountCents)} of the payment`
  const about = `${what} for ${order.productName} was given back`
  await tell(tx, { userId: order.buyerId, kind, message: `${about} to your card.`, orderId: order.id })
  const message = `${about} to the buyer at the payment provider. The order stays as it is.`
  await tell(tx, { userId: order.listing.sellerId, kind, message, listingId: order.listingId })
}
