import type { LedgerAccountKind } from '@second-ring/database'

export type AccountKind = LedgerAccountKind

/** The accounts that each seller has of their own; of the others the market has one. */
export const sellerAccountKinds = ['SELLER_BALANCE', 'SELLER_PAYOUTS'] as const satisfies readonly AccountKind[]

/** Cents on accounts, debits positive: what an act moves, or where the money of one payment is. Of sellers it has one at most. */
export type Amounts = Partial<Record<AccountKind, number>>

/** The sum of amounts, account by account; without those that are zero. */
export function sumOf(...parts: readonly Amounts[]): Amounts {
  const sum = new Map<AccountKind, number>()
  for (const [kind, cents] of parts.flatMap(entriesOf)) sum.set(kind, (sum.get(kind) ?? 0) + cents)
  return Object.fromEntries([...sum].filter(([, cents]) => cents !== 0))
}

/** What has to be added to `before` to come to `after`. */
export function differenceOf(before: Amounts, after: Amounts): Amounts {
  return sumOf(after, Object.fromEntries(entriesOf(before).map(([kind, cents]) => [kind, -cents])))
}

/** Amounts as pairs. */
export function entriesOf(amounts: Amounts): [AccountKind, number][] {
  return Object.entries(amounts) as [AccountKind, number][]
}
