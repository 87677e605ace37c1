import { releasedStates } from '@second-ring/contracts/orders/order'
import type { Database, Prisma } from '@second-ring/database'
import { postDemoPayout } from '@second-ring/demo-market/demo-ledger'
import { marketAt } from '@second-ring/demo-market/market'
import { stableId } from '@second-ring/demo-market/stable-id'
import { type CardSandbox, postToSandbox, readFromSandbox } from './card-sandbox.ts'

const DAY_MS = 86_400_000
/** A sale of the demo market that was released longer ago was paid out. The product itself sends the money of the others. */
const PAID_OUT_AFTER_DAYS = 31
/** How long after the release the money came to the seller's bank. */
const ARRIVED_AFTER_DAYS = 2

/**
 * Pays out what the demo's sellers sold long ago: in the card sandbox, in the rows and in the ledger, as if the product had done
 * it then. Call it after the charges and the payout accounts. A sale of which money was sent is left as it is.
 * @throws Error when the sandbox rejects it
 */
export async function payOutDemoSales(database: Database, cards: CardSandbox): Promise<void> {
  const now = new Date()
  const sales = await database.order.findMany({
    where: {
      id: { in: marketAt(now).orders.map(({ id }) => id) },
      state: { in: [...releasedStates] },
      releasedAt: { lt: new Date(now.getTime() - PAID_OUT_AFTER_DAYS * DAY_MS) },
      transfers: { none: {} },
      listing: { seller: { payoutAccount: { payoutsEnabled: true } } },
    },
    orderBy: { id: 'asc' },
    select: saleSelect,
  })
  for (const sale of sales) await payOut(database, cards, sale)
}

const saleSelect = {
  id: true,
  releasedAt: true,
  payments: { where: { state: 'SUCCEEDED' }, select: { intentId: true } },
  listing: {
    select: { sellerId: true, seller: { select: { payoutAccount: { select: { providerAccountId: true } } } } },
  },
} as const satisfies Prisma.OrderSelect
type Sale = Prisma.OrderGetPayload<{ select: typeof saleSelect }>

async function payOut(database: Database, cards: CardSandbox, sale: Sale): Promise<void> {
  const { id: orderId, releasedAt: sentAt } = sale
  const { sellerId, seller } = sale.listing
  const accountId = seller.payoutAccount?.providerAccountId
  const [payment] = sale.payments
  if (!payment || !accountId || !sentAt) return
  const amountCents = await earnedBy(database, orderId)
  const [transferId, payoutId] = [stableId('transfer', orderId), stableId('payout', orderId)]
  const { latest_charge: charge } = await readFromSandbox(cards, `/v1/payment_intents/${payment.intentId}`)
  const money = { amount: `${amountCents}`, currency: 'usd' }
  const to = { destination: accountId, source_transaction: String(charge), transfer_group: `order:${orderId}` }
  const about = { 'metadata[orderId]': orderId, 'metadata[transferId]': transferId }
  const transferParams = { ...money, ...to, ...about }
  const transfer = { key: `transfer:${transferId}`, params: transferParams }
  const providerTransferId = await postToSandbox(cards, '/v1/transfers', transfer)
  const payout = { key: `payout:${payoutId}`, accountId, params: { ...money, 'metadata[payoutId]': payoutId } }
  const providerPayoutId = await postToSandbox(cards, '/v1/payouts', payout)
  await postToSandbox(cards, `/sandbox/payouts/${providerPayoutId}/pay`, { key: `payout:${payoutId}:paid` })

  const arrivedAt = new Date(sentAt.getTime() + ARRIVED_AFTER_DAYS * DAY_MS)
  const whose = { sellerId, providerAccountId: accountId, amountCents }
  await database.$transaction(async tx => {
    const sent = { state: 'SENT', providerId: providerTransferId, plannedAt: sentAt, settledAt: sentAt } as const
    const { count } = await tx.transfer.createMany({
      data: { id: transferId, orderId, ...whose, ...sent },
      skipDuplicates: true,
    })
    if (count === 0) return
    const paid = { state: 'PAID', providerId: providerPayoutId, requestedAt: sentAt } as const
    await tx.payout.create({
      data: { id: payoutId, ...whose, ...paid, arrivesAt: arrivedAt, settledAt: arrivedAt, checkedAt: arrivedAt },
    })
    await postDemoPayout(tx, { transferId, payoutId, orderId, sellerId, amountCents, sentAt, arrivedAt })
  })
}

/** What the seller of an order got when its money was released, in cents. */
async function earnedBy(database: Database, orderId: string): Promise<number> {
  const { _sum: sum } = await database.ledgerEntry.aggregate({
    where: { account: { kind: 'SELLER_BALANCE' }, transaction: { orderId, act: 'ORDER_RELEASED' } },
    _sum: { amountCents: true },
  })
  return -Number(sum.amountCents ?? 0)
}
