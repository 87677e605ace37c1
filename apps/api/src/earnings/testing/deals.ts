import type { Deal, Statement } from '@second-ring/contracts/earnings/earnings'
import type { Market } from '@second-ring/testkit'
import { expect } from 'vitest'
import { feeTaxOf } from '#fees/fee-tax.ts'
import { settlePayment } from '#payments/settle-payment.ts'

export interface Terms {
  sellerId: string
  priceCents?: number
  feeCents?: number
  feeTaxBasisPoints?: number
  productName?: string
}

/** A phone of a seller that is paid for, and what may become of it. */
export async function paidDeal(
  market: Market,
  { sellerId, priceCents = 20_000, feeCents = 1000, feeTaxBasisPoints = 0, productName = 'Aurora 12' }: Terms,
) {
  const { id: listingId } = await market.listing({
    sellerId,
    productName,
    resalePriceCents: priceCents,
    state: 'RESERVED',
  })
  const fee = { feeCents, feeTaxBasisPoints, feeTaxCents: feeTaxOf(feeCents, feeTaxBasisPoints) }
  const { id: orderId, buyerId } = await market.order({ listingId, productName, priceCents, ...fee })
  const buyer = market.as(buyerId)
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  await buyer.payments.confirm({ orderId, transactionId: intentId })
  const settle = () => settlePayment(market.platform, { intentId })
  return {
    orderId,
    buyerId,
    priceCents,
    async handOver() {
      const { handoverCode } = await buyer.orders.byId({ orderId })
      await market.as(sellerId).orders.handOver({ orderId, code: handoverCode ?? '' })
    },
    accept: () => buyer.orders.acceptPhone({ orderId }),
    refund: () => market.as(sellerId).payments.refund({ orderId, reason: 'It does not charge', relist: false }),
    async refundAtProvider(cents: number) {
      await market.card.refund(intentId, cents)
      await settle()
    },
    async dispute(outcome: 'win' | 'lose') {
      const disputeId = await market.card.dispute(intentId)
      await settle()
      await market.card.bank.decideDispute(disputeId, outcome)
      await settle()
    },
  }
}

export async function allDeals(market: Market, sellerId: string): Promise<Deal[]> {
  const deals: Deal[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await market.as(sellerId).earnings.deals({ limit: 3, cursor })
    deals.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return deals
}

export async function allStatements(market: Market, sellerId: string): Promise<Statement[]> {
  const { firstMonth, thisMonth } = await market.as(sellerId).earnings.summary({})
  const statements: Statement[] = []
  for (let month = firstMonth; month <= thisMonth; month = nextMonth(month))
    statements.push(await market.as(sellerId).earnings.statement({ month }))
  return statements
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}

const sum = (cents: number[]) => cents.reduce((all, part) => all + part, 0)

interface Balance {
  kind: string
  cents: number
}

/**
 * The sums of a seller's screen are the ledger's balances, its deals add up to them, and each statement goes on where the one
 * before ended.
 * @returns which kinds of deals and lines there were
 */
export async function expectAgreement(market: Market, sellerId: string): Promise<string[]> {
  const { heldCents, readyCents, onItsWayCents, paidOutCents } = await market.as(sellerId).earnings.summary({})
  const balances = await market.database.$queryRaw<Balance[]>`
    SELECT kind::text, -balance_cents::int AS cents FROM ledger_balances WHERE owner_id = ${sellerId}::uuid`
  const balanceOf = (kind: string) => balances.find(balance => balance.kind === kind)?.cents ?? 0
  expect([readyCents, onItsWayCents]).toEqual([balanceOf('SELLER_BALANCE'), balanceOf('SELLER_PAYOUTS')])

  const held = await market.database.$queryRaw<{ held: number; price: number; fee: number }[]>`
    SELECT -sum(e.amount_cents)::int AS held, o.price_cents AS price, o.fee_cents AS fee
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'HELD'
    JOIN ledger_transactions t ON t.id = e.transaction_id JOIN payments p ON p.id = t.payment_id
    JOIN orders o ON o.id = p.order_id JOIN listings l ON l.id = o.listing_id
    WHERE l.seller_id = ${sellerId}::uuid GROUP BY o.id`
  // The fee is a part of what is held, half a cent counting as one.
  const feeOf = (deal: { held: number; price: number; fee: number }) =>
    Math.floor((deal.fee * deal.held) / deal.price + 0.5)
  expect(heldCents).toBe(sum(held.map(deal => deal.held - feeOf(deal))))

  const deals = await allDeals(market, sellerId)
  expect(sum(deals.map(({ arrivesCents }) => arrivesCents))).toBe(heldCents + readyCents + onItsWayCents + paidOutCents)
  for (const { priceCents, returnedCents, feeCents, arrivesCents } of deals)
    expect(returnedCents + feeCents + arrivesCents).toBe(priceCents)

  const statements = await allStatements(market, sellerId)
  let closing = 0
  for (const { openingCents, lines, lineCount, closingCents } of statements) {
    expect(openingCents).toBe(closing)
    expect(lines).toHaveLength(lineCount)
    expect(openingCents + sum(lines.map(({ amountCents }) => amountCents))).toBe(closingCents)
    for (const line of lines) expect(line.grossCents - line.feeCents).toBe(line.amountCents)
    closing = closingCents
  }
  expect(closing).toBe(readyCents + onItsWayCents)
  return [...deals.map(({ state }) => state), ...statements.flatMap(({ lines }) => lines.map(({ kind }) => kind))]
}
