import type { Market } from '@second-ring/testkit'
import { settlePayment } from '#payments/settle-payment.ts'
import { applyAccount } from '../apply-account.ts'
import { moveMoney } from '../move-money.ts'
import { settlePayout } from '../settle-payout.ts'

const HOUR_MS = 3_600_000
/** Until a charge's funds are available, and a little. */
const AVAILABLE_AFTER_HOURS = 49

/** A phone, for $200 unless another price is given, that was handed over and accepted by its buyer, or of which a part is given back: of $200, $190 are its seller's. */
export async function releasedDeal(market: Market, sellerId: string, { giveBackCents = 0, priceCents = 20_000 } = {}) {
  const { id: listingId } = await market.listing({ sellerId, resalePriceCents: priceCents, state: 'RESERVED' })
  const { id: orderId, buyerId } = await market.order({ listingId, priceCents, feeCents: 1000 })
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  const { paymentId } = await buyer.payments.confirm({ orderId, transactionId: intentId })
  const { handoverCode } = await buyer.orders.byId({ orderId })
  await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
  if (giveBackCents === 0) await buyer.orders.acceptPhone({ orderId })
  else {
    const problem = { orderId, reason: 'OTHER', text: 'A scratch', wish: 'PART', wishCents: giveBackCents } as const
    await buyer.claims.open({ ...problem, images: [] })
    await seller.claims.answer({ orderId, answer: 'AGREED', offerCents: null })
  }
  const settle = () => settlePayment(market.platform, { intentId })
  return {
    orderId,
    buyerId,
    sellerId,
    intentId,
    paymentId,
    settle,
    /** Gives so many cents back to the buyer, past the product, and has it notice. @returns the refund's id */
    async refund(cents: number) {
      const id = await market.card.refund(intentId, cents)
      await settle()
      return id
    },
    /** The provider's transfers of the order, oldest first. */
    async transfers() {
      const made = await market.platform.connectedAccounts.listTransfers(`order:${orderId}`)
      return made
        .toReversed()
        .map(({ amountCents, reversedCents, accountId }) => ({ amountCents, reversedCents, accountId }))
    },
  }
}

/** The charges' funds become available, here and at the provider, whose clock may be ahead. */
export async function fundsBecomeAvailable(market: Market): Promise<void> {
  const { _max: latest } = await market.database.payment.aggregate({ _max: { availableAt: true } })
  const left = Math.ceil(((latest.availableAt?.getTime() ?? 0) - Date.now()) / HOUR_MS)
  await market.timePasses({ hours: Math.max(AVAILABLE_AFTER_HOURS, left) })
  await market.card.bank.advanceClock(AVAILABLE_AFTER_HOURS * 3600)
}

/** A seller, new unless one is given, whose account at the provider may be paid, and pays out to a bank account of this number. */
export async function payee(market: Market, given: { sellerId?: string; accountNumber?: string } = {}) {
  const sellerId = given.sellerId ?? (await market.user({ role: 'SELLER' })).id
  await market.as(sellerId).payouts.startOnboarding()
  const { providerAccountId: accountId } = await market.database.payoutAccount.findUniqueOrThrow({
    where: { userId: sellerId },
  })
  const bank = async (number?: string) => {
    await market.card.bank.onboardAccount(accountId, { ...(number && { accountNumber: number }) })
    await applyAccount(market.platform, { accountId })
  }
  await bank(given.accountNumber)
  const { database } = market
  return {
    sellerId,
    accountId,
    /** Names a bank account at the provider. */
    bank,
    deal: () => releasedDeal(market, sellerId),
    /** What the ledger says is theirs, and is on its way to them. */
    async money() {
      const cents = async (kind: 'SELLER_BALANCE' | 'SELLER_PAYOUTS') => {
        const where = { account: { kind, ownerId: sellerId } } as const
        const { _sum: sum } = await database.ledgerEntry.aggregate({ where, _sum: { amountCents: true } })
        return 0 - Number(sum.amountCents ?? 0)
      }
      return { balance: await cents('SELLER_BALANCE'), onItsWay: await cents('SELLER_PAYOUTS') }
    },
    /** Their payouts, oldest first. */
    payouts: () =>
      database.payout.findMany({
        where: { sellerId },
        orderBy: { id: 'asc' },
        select: { state: true, amountCents: true, failureReason: true },
      }),
    /** All that is on its way to them arrives at their bank. */
    async arrive() {
      const { providerId } = await database.payout.findFirstOrThrow({ where: { sellerId, state: 'IN_TRANSIT' } })
      await market.card.bank.payPayout(providerId ?? '')
      await settlePayout(market.platform, { accountId, payoutId: providerId ?? '' })
    },
    lastPayout: () => database.payout.findFirstOrThrow({ where: { sellerId }, orderBy: { id: 'desc' } }),
    /** What is on their account at the provider. */
    atProvider: async () => (await market.platform.connectedAccounts.readBalance(accountId))?.availableCents,
    /** Their notifications of a kind, oldest first. */
    async notices(kind: string) {
      const rows = await database.notice.findMany({ where: { userId: sellerId, kind }, orderBy: { id: 'asc' } })
      return rows.map(({ message }) => message)
    },
  }
}

/** Does what is due between market, sellers' accounts and banks. */
export function move({ platform }: Market, on = platform): Promise<void> {
  return moveMoney(on)
}
