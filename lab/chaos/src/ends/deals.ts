import { releaseDueMoney } from '@second-ring/api/orders/release-due-money'
import { reconcilePayments } from '@second-ring/api/payments/reconcile-payments'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import { applyAccount } from '@second-ring/api/payouts/apply-account'
import { moveMoney } from '@second-ring/api/payouts/move-money'
import { settlePayout } from '@second-ring/api/payouts/settle-payout'
import { intentOf } from '@second-ring/testkit'
import type { Acting } from './acting.ts'

/** A phone that somebody has booked. */
export interface Deal {
  orderId: string
  listingId: string
  buyerId: string
  sellerId: string
  priceCents: number
  clientSecret: string
  intentId: string
}

/** Two minutes: after them the reconciler asks. */
const SOON = 2 / 60
const DAY = 24
const PROTECTION = 49

/** A seller, whose account at the provider may be paid unless said. */
export async function seller({ market, act }: Acting): Promise<string> {
  const { id } = await market.user({ role: 'SELLER' })
  await act('set up payouts', process => process.as(id).payouts.startOnboarding())
  const { providerAccountId: accountId } = await market.database.payoutAccount.findUniqueOrThrow({
    where: { userId: id },
  })
  await market.card.bank.onboardAccount(accountId)
  await act('hear of an account', ({ platform }) => applyAccount(platform, { accountId }))
  return id
}

/** Books a phone and begins to pay. */
export async function begun(
  acting: Acting,
  given: { sellerId?: string; buyerId?: string; priceCents?: number } = {},
): Promise<Deal> {
  const { market, random, act, categoryId } = acting
  const { sellerId = await seller(acting), priceCents = random.between(50, 900) * 100 } = given
  const buyerId = given.buyerId ?? (await market.user()).id
  const { id: listingId } = await market.listing({ sellerId, categoryId, resalePriceCents: priceCents })
  const place = { listingId, meetingPlace: 'Central Library', phone: '+1 555 010 0199', expectedPriceCents: priceCents }
  const { orderId } = await act('book', (process, idempotencyKey) =>
    process.as(buyerId).orders.place({ ...place, idempotencyKey }),
  )
  const { clientSecret } = await act('begin to pay', (process, idempotencyKey) =>
    process.as(buyerId).payments.createIntent({ orderId, idempotencyKey }),
  )
  return { orderId, listingId, buyerId, sellerId, priceCents, clientSecret, intentId: intentOf(clientSecret) }
}

/** The market hears of a payment, by one of its three ways. */
export async function hear(acting: Acting, { orderId, buyerId, intentId }: Deal): Promise<void> {
  const { market, random, act } = acting
  const way = random.between(1, 3)
  if (way === 1) {
    await act('report a payment', (process, idempotencyKey) =>
      process.as(buyerId).payments.confirm({ orderId, transactionId: intentId, idempotencyKey }),
    )
  } else if (way === 2) {
    await act('hear of a payment', ({ platform }) => settlePayment(platform, { intentId }))
  } else {
    await market.timePasses({ hours: SOON })
    await act('reconcile payments', ({ platform }) => reconcilePayments(platform))
  }
}

/** What the provider tells of a payment that is known: refunds, disputes. */
export const hearMore = ({ act }: Acting, { intentId }: Deal, what: string) =>
  act(`hear of ${what}`, ({ platform }) => settlePayment(platform, { intentId }))

export async function paid(acting: Acting, given: Parameters<typeof begun>[1] & { card?: string } = {}): Promise<Deal> {
  const deal = await begun(acting, given)
  await acting.market.card.pay(deal.clientSecret, given.card)
  await hear(acting, deal)
  return deal
}

export async function handedOver(acting: Acting, given: Parameters<typeof paid>[1] = {}): Promise<Deal> {
  const deal = await paid(acting, given)
  const { orderId, sellerId } = deal
  const { handoverCode } = await acting.market.database.order.findUniqueOrThrow({ where: { id: orderId } })
  await acting.act('hand over', (process, idempotencyKey) =>
    process.as(sellerId).orders.handOver({ orderId, code: handoverCode ?? '', idempotencyKey }),
  )
  return deal
}

export async function released(
  acting: Acting,
  given: Parameters<typeof paid>[1] & { isAccepted?: boolean } = {},
): Promise<Deal> {
  const { market, random, act } = acting
  const deal = await handedOver(acting, given)
  const { orderId, buyerId } = deal
  if (given.isAccepted || random.chance(0.6)) {
    await act('accept a phone', (process, idempotencyKey) =>
      process.as(buyerId).orders.acceptPhone({ orderId, idempotencyKey }),
    )
    return deal
  }
  await market.timePasses({ hours: PROTECTION })
  await act('release money', async ({ platform }) => {
    const [failure] = await releaseDueMoney(platform)
    if (failure) throw failure
  })
  return deal
}

/** The minute's job some hours later, a day unless said, by what there is to do. */
export async function move({ market, act }: Acting, what: string, hours = DAY): Promise<void> {
  await market.timePasses({ hours })
  await act(`move money ${what}`, ({ platform }) => moveMoney(platform))
}

/** Sends the money on to its seller's account, and from there to their bank. */
export async function paidOut(acting: Acting, sellerId: string): Promise<void> {
  await move(acting, 'to sellers')
  await move(acting, 'to banks')
  await bankSays(acting, sellerId, 'pays')
}

/** What a bank does with a seller's last payout, if there is one. */
export async function bankSays({ market, act }: Acting, sellerId: string, what: 'pays' | 'returns'): Promise<void> {
  const state = what === 'pays' ? 'IN_TRANSIT' : 'PAID'
  const payout = await market.database.payout.findFirst({ where: { sellerId, state }, orderBy: { id: 'desc' } })
  if (!payout?.providerId) return
  const { providerId: payoutId, providerAccountId: accountId } = payout
  await (what === 'pays' ? market.card.bank.payPayout(payoutId) : market.card.bank.failPayout(payoutId))
  await act(what === 'pays' ? 'hear of a payout' : 'hear of a returned payout', ({ platform }) =>
    settlePayout(platform, { accountId, payoutId }),
  )
}
