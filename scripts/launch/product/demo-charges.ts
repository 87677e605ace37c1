import { paidStates } from '@second-ring/contracts/orders/order'
import type { Database } from '@second-ring/database'
import { postDemoCharge } from '@second-ring/demo-market/demo-ledger'
import { type CardSandbox, postToSandbox } from './card-sandbox.ts'

/**
 * Charges the demo market's payments in the card sandbox, so that its paid orders, handed over or not, can be refunded and disputed like any
 * other. A payment that is charged already is left as it is.
 * @throws Error when the sandbox rejects a charge
 */
export async function chargeDemoPayments(database: Database, cards: CardSandbox): Promise<void> {
  const payments = await database.payment.findMany({
    where: { intentId: { startsWith: 'pi_demo_' }, state: 'SUCCEEDED', order: { state: { in: [...paidStates] } } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      intentId: true,
      amountCents: true,
      orderId: true,
      buyerId: true,
      order: { select: orderSelect },
    },
  })
  const { id: market } = await database.market.findFirstOrThrow({ select: { id: true } })
  for (const { id, intentId: demoId, amountCents, order, orderId, buyerId } of payments) {
    // Without metadata until the payment is its: whoever hears of it before takes it for another product's.
    // The money of a sale that was released long ago has been available since.
    const card = order?.state === 'RELEASED' ? 'pm_card_bypassPending' : 'pm_card_visa'
    const charge = { amount: `${amountCents}`, currency: 'usd', payment_method: card, confirm: 'true' }
    const allowed = { 'allowed_payment_method_types[0]': 'card' }
    const intentId = await postToSandbox(cards, INTENTS, { key: `demo:${id}`, params: { ...charge, ...allowed } })
    await database.$transaction(async tx => {
      const where = { id, intentId: demoId }
      const { count } = await tx.payment.updateMany({ where, data: { intentId } })
      if (count === 0 || !order || orderId === null) return
      await postDemoCharge(tx, { id, orderId, amountCents })
      const { productName, listingId, listing } = order
      const message = `${productName} is paid. Meet the buyer, and enter their code when you hand it over.`
      await tx.notice.create({ data: { userId: listing.sellerId, kind: 'paid', message, listingId } })
    })
    const metadata = { 'metadata[orderId]': orderId ?? '', 'metadata[buyerId]': buyerId, 'metadata[market]': market }
    await postToSandbox(cards, `${INTENTS}/${intentId}`, { key: `demo:${id}:order`, params: metadata })
  }
}

const INTENTS = '/v1/payment_intents'
const orderSelect = {
  productName: true,
  state: true,
  listingId: true,
  listing: { select: { sellerId: true } },
} as const
