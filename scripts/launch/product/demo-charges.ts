import { paidStates, releasedStates } from '@second-ring/contracts/orders/order'
import type { Database, Prisma } from '@second-ring/database'
import { postDemoCharge, postDemoReturn } from '@second-ring/demo-market/demo-ledger'
import { type CardSandbox, postToSandbox } from './card-sandbox.ts'

/** The money of a sale that was released longer ago than this has been available since. */
const AVAILABLE_AFTER_DAYS = 7
/** Sellers have seen what they were told longer ago. */
const READ_AFTER_DAYS = 4
const DAY_MS = 86_400_000

/**
 * Charges the demo market's payments in the card sandbox, so that its paid orders, handed over or not, can be refunded and disputed like any
 * other, and gives back there what had gone back of them. A payment that is charged already is left as it is.
 * @throws Error when the sandbox rejects a charge or a refund
 */
export async function chargeDemoPayments(database: Database, cards: CardSandbox): Promise<void> {
  const payments = await database.payment.findMany({
    where: { intentId: { startsWith: 'pi_demo_' }, state: 'SUCCEEDED', order: { state: { in: [...paidStates] } } },
    orderBy: { id: 'asc' },
    select: paymentSelect,
  })
  const { id: market } = await database.market.findFirstOrThrow({ select: { id: true } })
  for (const payment of payments) await charge(database, cards, { payment, market })
}

const INTENTS = '/v1/payment_intents'

const paymentSelect = {
  ...{ id: true, intentId: true, amountCents: true, orderId: true, buyerId: true, createdAt: true, receivedAt: true },
  refunds: {
    where: { state: 'SUCCEEDED', providerId: null },
    select: { id: true, amountCents: true, updatedAt: true },
  },
  order: {
    select: {
      ...{ productName: true, state: true, releasedAt: true, listingId: true },
      listing: { select: { sellerId: true } },
    },
  },
} as const satisfies Prisma.PaymentSelect
type Payment = Prisma.PaymentGetPayload<{ select: typeof paymentSelect }>

async function charge(
  database: Database,
  cards: CardSandbox,
  { payment, market }: { payment: Payment; market: string },
): Promise<void> {
  const { id, intentId: demoId, amountCents, order, orderId, buyerId, refunds } = payment
  // Without metadata until the payment is its: whoever hears of it before takes it for another product's.
  const charge = { amount: `${amountCents}`, currency: 'usd', payment_method: cardOf(payment), confirm: 'true' }
  const allowed = { 'allowed_payment_method_types[0]': 'card' }
  const intentId = await postToSandbox(cards, INTENTS, { key: `demo:${id}`, params: { ...charge, ...allowed } })
  const returned = new Map<string, string>()
  for (const refund of refunds) {
    const params = { payment_intent: intentId, amount: `${refund.amountCents}`, 'metadata[refundId]': refund.id }
    returned.set(refund.id, await postToSandbox(cards, '/v1/refunds', { key: `demo:refund:${refund.id}`, params }))
  }
  await database.$transaction(async tx => {
    const where = { id, intentId: demoId }
    const { count } = await tx.payment.updateMany({ where, data: { intentId } })
    if (count === 0 || !order || orderId === null) return
    const receivedAt = payment.receivedAt ?? payment.createdAt
    await postDemoCharge(tx, { id, orderId, amountCents, receivedAt })
    for (const refund of refunds) {
      // When it went back stays as it was.
      const data = { providerId: returned.get(refund.id) ?? null, updatedAt: refund.updatedAt }
      await tx.refund.update({ where: { id: refund.id }, data })
      await postDemoReturn(tx, { ...refund, paymentId: id, orderId })
    }
    const { productName, listingId, listing } = order
    const message = `${productName} is paid. Meet the buyer, and enter their code when you hand it over.`
    const readAt = Date.now() - receivedAt.getTime() > READ_AFTER_DAYS * DAY_MS ? receivedAt : null
    const notice = { userId: listing.sellerId, kind: 'paid', message, listingId, createdAt: receivedAt, readAt }
    await tx.notice.create({ data: notice })
  })
  const metadata = { 'metadata[orderId]': orderId ?? '', 'metadata[buyerId]': buyerId, 'metadata[market]': market }
  await postToSandbox(cards, `${INTENTS}/${intentId}`, { key: `demo:${id}:order`, params: metadata })
}

/** A card whose money is available at once, or as any other's after two days. */
function cardOf({ order }: Payment): string {
  const isDone = releasedStates.some(state => state === order?.state)
  const doneSince = isDone && order?.releasedAt ? Date.now() - order.releasedAt.getTime() : 0
  return doneSince > AVAILABLE_AFTER_DAYS * DAY_MS ? 'pm_card_bypassPending' : 'pm_card_visa'
}
