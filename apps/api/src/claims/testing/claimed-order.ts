import type { AnswerClaimInput, OpenClaimInput } from '@second-ring/contracts/claims/claim'
import type { Market } from '@second-ring/testkit'
import { paidOrder } from '#payments/testing/paid-order.ts'

/** A phone for $200, of which the market keeps $10, in its buyer's hands. */
export async function handedOver(market: Market) {
  const order = await paidOrder(market)
  const { orderId, buyer, seller, buyerId, sellerId } = order
  await market.database.order.update({ where: { id: orderId }, data: { feeCents: 1_000 } })
  const { handoverCode } = await buyer.orders.byId({ orderId })
  await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
  const problem = { orderId, reason: 'DOES_NOT_WORK', text: 'The screen stays black.' } as const
  return {
    ...order,
    open: (claim: Partial<OpenClaimInput> = {}) =>
      buyer.claims.open({ ...problem, images: [], wish: 'MONEY_BACK', wishCents: null, ...claim }),
    answer: (answer: Omit<AnswerClaimInput, 'orderId' | 'offerCents' | 'text'> & Partial<AnswerClaimInput>) =>
      seller.claims.answer({ orderId, offerCents: null, text: '', ...answer }),
    state: async () => (await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).state,
    claim: () => market.database.claim.findUniqueOrThrow({ where: { orderId } }),
    /** The refunds of its payment, oldest first. */
    refunds: () =>
      market.database.refund.findMany({
        where: { payment: { orderId } },
        orderBy: { id: 'asc' },
        select: { amountCents: true, state: true },
      }),
    messages: async (kind: string, userId: string) =>
      (await market.database.notice.findMany({ where: { kind, userId, orderId }, orderBy: { id: 'asc' } })).map(
        ({ message }) => message,
      ),
    sides: { buyer, seller, buyerId, sellerId },
  }
}

/** Such an order with an open claim. */
export async function claimed(market: Market, claim: Partial<OpenClaimInput> = {}) {
  const order = await handedOver(market)
  await order.open(claim)
  return order
}

/** Such a claim that waits for an admin. */
export async function undecided(market: Market, claim: Partial<OpenClaimInput> = {}) {
  const order = await claimed(market, claim)
  await order.answer({ answer: 'DISAGREED', text: 'It worked when we met.' })
  return order
}

/** What is on a seller's account of the ledger, as they see it. */
export async function balanceOf(market: Market, ownerId: string): Promise<number> {
  const where = { account: { kind: 'SELLER_BALANCE', ownerId } } as const
  const { _sum: sum } = await market.database.ledgerEntry.aggregate({ where, _sum: { amountCents: true } })
  return 0 - Number(sum.amountCents ?? 0)
}

/** The code by which a call failed; `ok` when it did not. */
export function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    error => error.cause?.code ?? error.code,
  )
}
