import type { LedgerAccountKind } from '@second-ring/database'

export type AccountKind = LedgerAccountKind

/** The accounts that each seller has of their own; of the others the market has one. */
export type SellerAccountKind = Extract<AccountKind, 'SELLER_BALANCE' | 'SELLER_PAYOUTS'>
export type MarketAccountKind = Exclude<AccountKind, SellerAccountKind>

/** Cents on accounts of the market, debits positive: what an act moves, or where the money of one payment is. */
export type Amounts = Partial<Record<MarketAccountKind, number>>

/** The sum of amounts, account by account; without those that are zero. */
export function sumOf(...parts: readonly Amounts[]): Amounts {
  const sum = new Map<MarketAccountKind, number>()
  for (const [kind, cents] of parts.flatMap(entriesOf)) sum.set(kind, (sum.get(kind) ?? 0) + cents)
  return Object.fromEntries([...sum].filter(([, cents]) => cents !== 0))
}

/** Amounts as pairs. */
export function entriesOf(amounts: Amounts): [MarketAccountKind, number][] {
  return Object.entries(amounts) as [MarketAccountKind, number][]
}
