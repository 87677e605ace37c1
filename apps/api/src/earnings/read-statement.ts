import {
  type ReadStatementInput,
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  type StatementLineKind,
} from '@second-ring/contracts/earnings/earnings'
import { type LedgerAct, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Caller } from '#identity/caller.ts'
import { sellerAccountKinds } from '#ledger/amounts.ts'
import { feeAccountKinds } from '#platform/ledger-cents.ts'
import type { Platform } from '#platform/platform.ts'
import { boundsOf } from './month.ts'
import { sellerOf } from './seller-of.ts'

const kinds: Record<LedgerAct, StatementLineKind> = {
  ORDER_RELEASED: 'sale',
  REFUND_OWED: 'refund',
  REFUND_SENT: 'refund',
  REFUND_SETTLED_OUTSIDE: 'refund',
  REFUND_FAILED: 'refund-failed',
  DISPUTE_OPENED: 'dispute',
  DISPUTE_CHANGED: 'dispute',
  DISPUTE_WON: 'dispute',
  DISPUTE_LOST: 'dispute',
  PAYOUT_PAID: 'payout',
  PAYOUT_RETURNED: 'payout-returned',
  // They move nothing of a seller's, or from one of their accounts to the other.
  CHARGED: 'correction',
  ORDER_PAID: 'correction',
  PROVIDER_FEE: 'correction',
  UNMATCHED_CHARGE: 'correction',
  TRANSFER_SENT: 'correction',
  TRANSFER_REVERSED: 'correction',
}

// In one statement, so that what is posted meanwhile is in all of it or in nothing.
const findLines = prepare((parameter: Parameters<{ sellerId: string; from: Date; until: Date }>) => {
  const theirs = query
    .selectFrom('ledger_accounts as a')
    .innerJoin('ledger_entries as e', 'e.account_id', 'a.id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .where('a.owner_id', '=', parameter('sellerId'))
    .where('a.kind', 'in', sellerAccountKinds)
    .where('t.posted_at', '<', parameter('until'))
    .groupBy('t.id')
    // What is sent on goes from one of their accounts to the other, and changes nothing.
    .having(sql<number>`sum(e.amount_cents)`, '<>', 0)
    .select(['t.id', 't.act', 't.order_id', 't.posted_at'])
    .select(sql<number>`(-sum(e.amount_cents))::float8`.as('cents'))
  // What moves their fee alone, such as a sale for no more than it, is named by their fee invoices.
  const feeAlone = query
    .selectFrom('listings as l')
    .innerJoin('orders as o', 'o.listing_id', 'l.id')
    .innerJoin('payments as p', 'p.order_id', 'o.id')
    .innerJoin('ledger_transactions as t', 't.payment_id', 'p.id')
    .where('l.seller_id', '=', parameter('sellerId'))
    .where('t.posted_at', '>=', parameter('from'))
    .where('t.posted_at', '<', parameter('until'))
    .where(({ and, exists, not, selectFrom }) => {
      const accounts = selectFrom('ledger_entries as e')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .whereRef('e.transaction_id', '=', 't.id')
        .select('a.id')
      return and([
        exists(accounts.where('a.kind', 'in', feeAccountKinds)),
        not(exists(accounts.where('a.kind', 'in', sellerAccountKinds))),
      ])
    })
    .select(['t.id', 't.act', 't.order_id', 't.posted_at', sql<number>`0`.as('cents')])
  return query
    .with('theirs', () => theirs.unionAll(feeAlone))
    .with('running', db =>
      db.selectFrom('theirs').selectAll().select(sql<number>`sum(cents) OVER (ORDER BY posted_at, id)`.as('balance')),
    )
    .selectFrom(({ selectFrom }) =>
      selectFrom('theirs')
        .where('posted_at', '<', parameter('from'))
        .select(sql<number>`coalesce(sum(cents), 0)`.as('cents'))
        .as('opening'),
    )
    .leftJoin('running as r', join => join.on('r.posted_at', '>=', parameter('from')))
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .select(({ selectFrom }) => [
      'opening.cents as openingCents',
      'r.posted_at as at',
      'r.act',
      'r.order_id as orderId',
      'o.product_name as productName',
      'r.cents as amountCents',
      'r.balance as balanceCents',
      selectFrom('ledger_entries as e')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .whereRef('e.transaction_id', '=', 'r.id')
        .where('a.kind', 'in', feeAccountKinds)
        .select(sql<number>`coalesce(-sum(e.amount_cents), 0)::float8`.as('cents'))
        .$asScalar()
        .$notNull()
        .as('feeCents'),
    ])
    .orderBy('r.posted_at')
    .orderBy('r.id')
})

type Row = Awaited<ReturnType<typeof findLines>>[number]

/** A statement with every line of it. */
export type WholeStatement = Omit<Statement, 'lineCount'>

/**
 * What changed a seller's money in a month, from the ledger's entries: it adds up by construction.
 * @throws DomainError FORBIDDEN
 */
export async function readWholeStatement(
  { database }: Platform,
  caller: Caller,
  { month, ...input }: ReadStatementInput,
): Promise<WholeStatement> {
  const sellerId = await sellerOf(database, caller, input)
  const rows = await findLines(database, { sellerId, ...boundsOf(month) })
  const lines = rows.flatMap(toLine)
  const openingCents = rows[0]?.openingCents ?? 0
  return { month, openingCents, closingCents: lines.at(-1)?.balanceCents ?? openingCents, lines }
}

/**
 * The same with as many of its lines as a screen shows.
 * @throws DomainError FORBIDDEN
 */
export async function readStatement(platform: Platform, caller: Caller, input: ReadStatementInput): Promise<Statement> {
  const { lines, ...statement } = await readWholeStatement(platform, caller, input)
  return { ...statement, lines: lines.slice(0, STATEMENT_LINES_MAX), lineCount: lines.length }
}

// A month without a line is one row without one.
function toLine({ at, act, orderId, productName, amountCents, balanceCents, feeCents }: Row): StatementLine[] {
  if (at === null || act === null || amountCents === null || balanceCents === null) return []
  return [
    {
      ...{ at: at.toISOString(), kind: kinds[act], orderId, productName: productName ?? '' },
      ...{ grossCents: amountCents + feeCents, feeCents, amountCents, balanceCents },
    },
  ]
}
