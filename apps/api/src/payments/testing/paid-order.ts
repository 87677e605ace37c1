import type { Market } from '@second-ring/testkit'
import { settlePayment } from '../settle-payment.ts'

/** A paid order of a phone for $200, and queries about it. */
export async function paidOrder(market: Market, card?: string) {
  const { id: orderId, buyerId, listingId } = await market.order()
  const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret, card)
  const { paymentId } = await buyer.payments.confirm({ orderId, transactionId: intentId })
  return {
    orderId,
    listingId,
    buyerId,
    sellerId,
    buyer,
    seller,
    intentId,
    paymentId,
    settle: () => settlePayment(market.platform, { intentId }),
    refund: () => seller.payments.refund({ orderId, reason: 'It does not charge', relist: false }),
    /** The states of order, phone and payment, then of refunds and disputes, oldest first. */
    async states() {
      const order = await market.database.order.findUniqueOrThrow({
        where: { id: orderId },
        select: {
          state: true,
          ending: true,
          listing: { select: { state: true } },
          payments: {
            select: {
              state: true,
              refunds: { select: { state: true }, orderBy: { id: 'asc' } },
              disputes: { select: { state: true }, orderBy: { id: 'asc' } },
            },
          },
        },
      })
      const returns = order.payments.flatMap(({ refunds, disputes }) => [...refunds, ...disputes])
      const payments = order.payments.map(({ state }) => state)
      return [order.ending ?? order.state, order.listing.state, ...payments, ...returns.map(({ state }) => state)]
    },
    /** The kinds of a user's notifications about this order, sorted. */
    async notifications(userId: string) {
      const rows = await market.database.notice.findMany({
        where: { userId, OR: [{ orderId }, { listingId }], kind: { notIn: ['booked', 'paid'] } },
        select: { kind: true },
      })
      return rows.map(({ kind }) => kind).toSorted()
    },
    /** What was refunded at the provider, in cents. */
    async refundedCents() {
      const { latest_charge: charge } = await market.card.intent(intentId)
      return typeof charge === 'object' ? charge?.amount_refunded : undefined
    },
  }
}
