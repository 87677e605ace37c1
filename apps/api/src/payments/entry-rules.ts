import { query } from '@second-ring/database'
import { sql } from 'kysely'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import { feeAccountKinds } from '#platform/ledger-cents.ts'
import type { LedgerRule } from './ledger-rule.ts'

const count = sql<number>`count(*)::int`.as('count')

/** What is on each account, by what the entries say. */
const balances = query
  .selectFrom('ledger_accounts as a')
  .leftJoin('ledger_entries as e', 'e.account_id', 'a.id')
  .groupBy('a.id')
  .select(['a.id', 'a.kind', 'a.owner_id', sql<bigint>`coalesce(sum(e.amount_cents), 0)`.as('cents')])

const unbalanced = query
  .selectFrom('ledger_transactions as t')
  .leftJoin('ledger_entries as e', 'e.transaction_id', 't.id')
  .groupBy('t.id')
  .having(({ eb, fn, lit, or }) =>
    or([eb(fn.coalesce(fn.sum('e.amount_cents'), lit(0)), '<>', 0), eb(fn.count('e.account_id'), '<', 2)]),
  )
  .select(
    sql<string>`format('transaction %s (%s) has %s entries that sum to %s', t.id, t.idempotency_key, count(e.account_id),
      sum(e.amount_cents))`.as('what'),
  )

/**
 * Where the money of each charged payment is by its rows and by its entries. Written apart from what posts them, so that the
 * same mistake is not made twice.
 */
const positions = query
  .with('charged', db =>
    db
      .selectFrom('payments as p')
      .leftJoin('orders as o', 'o.id', 'p.order_id')
      .leftJoin('listings as l', 'l.id', 'o.listing_id')
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('refunds as r')
            .whereRef('r.payment_id', '=', 'p.id')
            .select([
              sql<number>`coalesce(sum(r.amount_cents) FILTER (WHERE r.state IN ('PENDING', 'SUCCEEDED')), 0)`.as(
                'sent',
              ),
              sql<number>`coalesce(sum(r.amount_cents) FILTER (WHERE r.state = 'SETTLED_OUTSIDE'), 0)`.as('outside'),
              sql<boolean>`count(*) > 0`.as('any'),
            ])
            .as('r'),
        join => join.onTrue(),
      )
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('disputes as d')
            .whereRef('d.payment_id', '=', 'p.id')
            .select([
              sql<number>`coalesce(sum(d.amount_cents) FILTER (WHERE d.state IN ('NEEDS_RESPONSE', 'UNDER_REVIEW')), 0)`.as(
                'open',
              ),
              sql<number>`coalesce(sum(d.amount_cents) FILTER (WHERE d.state = 'LOST'), 0)`.as('lost'),
            ])
            .as('d'),
        join => join.onTrue(),
      )
      .where('p.state', 'in', ['SUCCEEDED', 'REFUNDED'])
      .select([
        'p.id',
        'p.intent_id',
        'p.amount_cents',
        'o.state',
        'o.give_back_cents',
        'o.fee_tax_basis_points',
        'l.seller_id',
        'r.sent',
        'r.outside',
        'd.open',
        'd.lost',
      ])
      .select([
        sql<boolean>`p.intent_id LIKE ${sql.lit(DEMO_INTENTS)}`.as('is_demo'),
        sql<number>`p.amount_cents - r.sent - r.outside - d.lost`.as('rest'),
        sql<number>`CASE WHEN o.state IN ('RELEASED', 'PARTLY_REFUNDED') THEN o.fee_cents END`.as('fee_cents'),
        sql<string>`CASE
          WHEN o.state IN ('PAID', 'HANDED_OVER', 'CLAIMED', 'RETURNING', 'RELEASED') THEN 'HELD'
          WHEN o.state = 'PARTLY_REFUNDED' THEN 'BUYER_REFUNDS'
          WHEN o.state IN ('CANCELLED', 'EXPIRED', 'REFUNDED') OR r.any THEN 'BUYER_REFUNDS'
          ELSE 'UNASSIGNED'
        END`.as('whose'),
      ]),
  )
  // What is left of a released payment, and is not to go back, is the seller's, but for the fee of that part.
  .with('kept', db =>
    db
      .selectFrom('charged')
      .where('fee_cents', 'is not', null)
      .select(['id', 'fee_cents', 'fee_tax_basis_points', 'amount_cents'])
      .select(sql<number>`greatest(least(rest, amount_cents - coalesce(give_back_cents, 0)), 0)`.as('cents')),
  )
  .with('shared', db =>
    db
      .selectFrom('kept')
      .select(['id', 'cents', 'fee_tax_basis_points'])
      .select(sql<number>`round(cents * fee_cents::numeric / amount_cents)`.as('fee')),
  )
  // The fee includes its tax.
  .with('taxed', db =>
    db
      .selectFrom('shared')
      .select(['id', 'cents', 'fee'])
      .select(sql<number>`round(fee * fee_tax_basis_points / (10000 + fee_tax_basis_points))`.as('tax')),
  )
  .with('by_rows', db =>
    db
      .selectFrom('charged as c')
      .leftJoin('taxed as s', 's.id', 'c.id')
      .crossJoinLateral(
        sql<{ account: string; cents: number }>`(VALUES
          ('provider', CASE WHEN c.is_demo THEN 0 ELSE c.amount_cents - c.sent - c.open - c.lost END),
          ('OUTSIDE', CASE WHEN c.is_demo THEN c.amount_cents - c.sent - c.open - c.lost ELSE 0 END - c.outside),
          ('DISPUTED', c.open),
          (c.whose, coalesce(s.cents, 0) - greatest(c.rest, 0)),
          ('SELLER_BALANCE of ' || c.seller_id, s.fee - s.cents),
          ('PLATFORM_FEES', s.tax - s.fee),
          ('FEE_TAX', -s.tax),
          ('LOSSES', greatest(-c.rest, 0)))`.as<'r'>(sql`r(account, cents)`),
      )
      .select(['c.id', 'r.account', 'r.cents']),
  )
  .with('by_entries', db =>
    db
      .selectFrom('ledger_transactions as t')
      .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
      .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
      .where('t.payment_id', 'is not', null)
      .groupBy(sql`1, 2`)
      .select([
        't.payment_id as id',
        // The provider's fees lessen its balance and nothing else.
        sql<string>`CASE WHEN a.kind IN ('PROVIDER_BALANCE', 'PROVIDER_FEES') THEN 'provider'
          ELSE a.kind || coalesce(' of ' || a.owner_id, '') END`.as('account'),
        sql<number>`sum(e.amount_cents)`.as('cents'),
      ]),
  )
  .selectFrom('by_rows as r')
  .fullJoin('by_entries as e', join => join.onRef('e.id', '=', 'r.id').onRef('e.account', '=', 'r.account'))
  .where(sql<boolean>`coalesce(r.cents, 0) <> coalesce(e.cents, 0)`)
  .select(
    sql<string>`format('payment %s has %s cents on %s by its rows, and %s by the ledger', coalesce(r.id, e.id),
      coalesce(r.cents, 0), coalesce(r.account, e.account), coalesce(e.cents, 0))`.as('what'),
  )

/** Where the money of each unmatched charge is by its entries, in the one currency that is posted. */
const unmatched = query
  .selectFrom('unmatched_charges as u')
  .leftJoinLateral(
    ({ selectFrom }) =>
      selectFrom('ledger_transactions as t')
        .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .whereRef('t.unmatched_charge_id', '=', 'u.id')
        .where('a.kind', '=', 'UNASSIGNED')
        .select(sql<number>`coalesce(-sum(e.amount_cents), 0)`.as('cents'))
        .as('left'),
    join => join.onTrue(),
  )
  .where('u.currency', '=', 'usd')

/** What the market has earned by each order by its documents and by its entries, once the job had an hour to number them. */
const fees = query
  .with('by_documents', db =>
    db
      .selectFrom('receipts')
      .where('kind', '=', 'FEE_INVOICE')
      .groupBy('order_id')
      .select(['order_id', sql<number>`sum(amount_cents)`.as('cents')]),
  )
  .with('by_entries', db =>
    db
      .selectFrom('payments as p')
      .innerJoin('ledger_transactions as t', 't.payment_id', 'p.id')
      .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
      .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
      .where('a.kind', 'in', feeAccountKinds)
      .groupBy('p.order_id')
      .select(['p.order_id', sql<number>`-sum(e.amount_cents)`.as('cents'), sql<Date>`max(t.posted_at)`.as('at')]),
  )
  .selectFrom('by_entries as e')
  .fullJoin('by_documents as d', 'd.order_id', 'e.order_id')
  .where(sql<boolean>`coalesce(d.cents, 0) <> coalesce(e.cents, 0)`)
  .where(sql<boolean>`coalesce(e.at, '-infinity') < now() - interval '1 hour'`)
  .select(
    sql<string>`format('order %s has a fee of %s cents by its documents, and of %s by the ledger',
      coalesce(d.order_id, e.order_id), coalesce(d.cents, 0), coalesce(e.cents, 0))`.as('what'),
  )

/** Rules of the double entries. */
export const entryRules: LedgerRule[] = [
  {
    rule: 'The trial balance is zero',
    of: 'accounts',
    counted: query.selectFrom('ledger_accounts').select(count),
    broken: query
      .selectFrom('ledger_entries')
      .having(sql<boolean>`sum(amount_cents) <> 0`)
      .select(sql<string>`format('all entries sum to %s', sum(amount_cents))`.as('what')),
  },
  {
    rule: 'Each transaction of the ledger has two entries at least, which sum to zero',
    of: 'transactions of the ledger',
    counted: query.selectFrom('ledger_transactions').select(count),
    broken: unbalanced,
  },
  {
    rule: 'No account has a balance that it may not have',
    of: 'accounts',
    counted: query.selectFrom('ledger_accounts').select(count),
    // What the provider owes falls below zero when a bank takes more than is there, and a seller may owe the market.
    broken: query
      .selectFrom(balances.as('b'))
      .where(({ and, eb, or }) =>
        or([
          and([eb('kind', 'in', ['CONNECTED_BALANCE', 'DISPUTED', 'PROVIDER_FEES', 'LOSSES']), eb('cents', '<', 0n)]),
          and([
            eb('kind', 'in', ['UNASSIGNED', 'HELD', 'BUYER_REFUNDS', 'SELLER_PAYOUTS', 'PLATFORM_FEES', 'FEE_TAX']),
            eb('cents', '>', 0n),
          ]),
        ]),
      )
      .select(sql<string>`format('%s has a balance of %s cents', kind, cents)`.as('what')),
  },
  {
    rule: 'The money of each payment is where its order, refunds and disputes say',
    of: 'payments that were charged',
    counted: query.selectFrom('payments').where('state', 'in', ['SUCCEEDED', 'REFUNDED']).select(count),
    broken: positions,
  },
  {
    rule: 'The invoice of an order’s fee and its corrections sum to what the ledger has of it',
    of: 'documents of fees',
    counted: query.selectFrom('receipts').where('kind', '=', 'FEE_INVOICE').select(count),
    broken: fees,
  },
  {
    rule: 'Of a charge that fits no order nothing is left once it was returned, and never more than it was',
    of: 'unmatched charges',
    counted: query.selectFrom('unmatched_charges').where('currency', '=', 'usd').select(count),
    broken: unmatched
      .where(({ and, eb, or, ref }) =>
        or([
          and([eb('u.state', '=', 'RETURNED'), eb('left.cents', '<>', 0)]),
          eb('left.cents', '<', 0),
          eb('left.cents', '>', ref('u.amount_cents')),
        ]),
      )
      .select(sql<string>`format('charge %s (%s) has %s cents left', u.id, u.state, "left".cents)`.as('what')),
  },
]
