import { type Database, type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { disputedOnAccount } from '#payments/disputed-on-account.ts'

/** Where a seller's money is, in cents. */
export interface SellerMoney {
  /** What they have earned and was not sent on; below zero when they owe it to the market. */
  balanceCents: number
  /** What is to be sent on to their account at the provider, and is not posted yet. */
  pendingTransferCents: number
  /** What is to be taken back from there, likewise. */
  pendingReversalCents: number
  /** What was sent on and is not at their bank. */
  onItsWayCents: number
  /** What of it is being paid out. */
  openPayoutCents: number
  /** What of it banks ask for: it stays where it is until they have decided. */
  disputedCents: number
}

const lock = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .selectFrom('ledger_accounts')
    .where('kind', '=', 'SELLER_BALANCE')
    .where('owner_id', '=', parameter('sellerId'))
    .select('id')
    // Not against the keys that entries refer to: posting does not wait for it.
    .forNoKeyUpdate(),
)

const read = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query.selectNoFrom(({ selectFrom }) => {
    const balance = (kind: 'SELLER_BALANCE' | 'SELLER_PAYOUTS') =>
      selectFrom('ledger_accounts as a')
        .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
        .where('a.kind', '=', kind)
        .where('a.owner_id', '=', parameter('sellerId'))
        .select(sql<number>`coalesce(-sum(e.amount_cents), 0)::float8`.as('cents'))
        .$asScalar()
        .$notNull()
    const transfers = selectFrom('transfers as t')
      .where('t.seller_id', '=', parameter('sellerId'))
      .where('t.state', '=', 'PENDING')
      .select(sql<number>`coalesce(sum(t.amount_cents), 0)::float8`.as('cents'))
    const reversals = selectFrom('transfer_reversals as r')
      .innerJoin('transfers as t', 't.id', 'r.transfer_id')
      .where('t.seller_id', '=', parameter('sellerId'))
      .where('r.state', '=', 'PENDING')
      .select(sql<number>`coalesce(sum(r.amount_cents), 0)::float8`.as('cents'))
    const payouts = selectFrom('payouts as p')
      .where('p.seller_id', '=', parameter('sellerId'))
      .where('p.state', 'in', ['REQUESTED', 'IN_TRANSIT'])
      .select(sql<number>`coalesce(sum(p.amount_cents), 0)::float8`.as('cents'))
    return [
      balance('SELLER_BALANCE').as('balanceCents'),
      balance('SELLER_PAYOUTS').as('onItsWayCents'),
      transfers.$asScalar().$notNull().as('pendingTransferCents'),
      reversals.$asScalar().$notNull().as('pendingReversalCents'),
      payouts.$asScalar().$notNull().as('openPayoutCents'),
      disputedOnAccount(parameter).as('disputedCents'),
    ]
  }),
)

/** What a seller owes the market, in cents. */
export function owedCents({ balanceCents }: SellerMoney): number {
  return Math.max(0, -balanceCents)
}

/**
 * What of a seller's money at the provider may be paid out beside the payouts that are open, in cents: what they owe and what banks
 * ask for stays. Below zero when more is being paid out by now.
 * @param availableCents what the provider has available of it; all by default
 */
export function mayLeave(money: SellerMoney, availableCents = money.onItsWayCents): number {
  const ours = money.onItsWayCents - money.openPayoutCents
  return Math.min(availableCents, ours) - owedCents(money) - money.disputedCents
}

/** Where a seller's money is now; nothing of it is locked. */
export async function readSellerMoney(on: Database | Transaction, sellerId: string): Promise<SellerMoney> {
  const [money] = await read(on, { sellerId })
  if (!money) throw new Error('Sums are one row')
  return money
}

/**
 * Locks what is planned with a seller's money until the transaction's end, by the row of their ledger account: of several that
 * plan at once one does, and the others see it.
 * @returns null when they have never earned anything
 */
export async function lockSellerMoney(tx: Transaction, sellerId: string): Promise<SellerMoney | null> {
  const locked = await lock(tx, { sellerId })
  if (locked.length === 0) return null
  const [money] = await read(tx, { sellerId })
  return money ?? null
}
