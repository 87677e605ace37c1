import type { Context } from '../context.ts'

/** Cents that may be used now, and cents that may be used later. */
export type Funds = { available: number; pending: number }

type At = Pick<Context, 'tx' | 'now'>

/** The balance of a connected account, or of the platform (null), by currency: the sum of its movements. */
export function balanceOf({ tx, now }: At, accountId: string | null): Map<string, Funds> {
  const balance = new Map<string, Funds>()
  for (const { currency, amount, fee, availableOn } of tx.by('balanceTransactions', 'accountId', accountId)) {
    const funds = balance.get(currency) ?? { available: 0, pending: 0 }
    funds[availableOn > now ? 'pending' : 'available'] += amount - fee
    balance.set(currency, funds)
  }
  return balance
}

/** Cents that may be used now in one currency. */
export function availableTo(at: At, accountId: string | null, currency: string): number {
  return balanceOf(at, accountId).get(currency)?.available ?? 0
}
