import type { ReceiptKind } from '@second-ring/contracts/receipts/receipt'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { lockName } from '#platform/advisory-lock.ts'
import type { Platform } from '#platform/platform.ts'
import { chargedFees } from './charged-fees.ts'

const BATCH = 1000

/**
 * Numbers the receipts of paid orders, the invoices of fees that the market has earned, and their corrections, in the order in
 * which these happened. Numbers have no gaps: they are given under a lock, by the transaction that writes them.
 */
export async function issueReceipts({ database }: Pick<Platform, 'database'>): Promise<void> {
  for (const kind of ['RECEIPT', 'FEE_INVOICE'] as const) {
    for (let count = BATCH; count === BATCH; ) {
      count = await database.$transaction(async tx => {
        await lockName(tx, `receipts:${kind}`)
        const [latest] = await run(tx, since(kind))
        return (await run(tx, issue(kind, latest?.at ?? new Date(0)))).length
      })
    }
  }
}

/** A day before the latest document: a transaction that paid an order or moved a fee commits within it. */
const since = (kind: ReceiptKind) =>
  query
    .selectFrom('receipts')
    .where('kind', '=', kind)
    .select(({ fn }) => sql<Date | null>`${fn.max('occurred_at')} - interval '1 day'`.as('at'))

/** Paid orders without a receipt. */
const receipts = (from: Date) =>
  query
    .selectFrom('orders as o')
    .where('o.paid_at', '>', from)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('receipts as r')
            .where('r.kind', '=', 'RECEIPT')
            .whereRef('r.order_id', '=', 'o.id')
            .select('r.id'),
        ),
      ),
    )
    .select(['o.id', 'o.price_cents as cents', sql<Date>`o.paid_at`.as('at')])

/** Orders whose fee is another than their documents say. */
const invoices = (from: Date) =>
  query
    .selectFrom(chargedFees.select('p.order_id as id').where('t.posted_at', '>', from).distinct().as('o'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('receipts as r')
          .where('r.kind', '=', 'FEE_INVOICE')
          .whereRef('r.order_id', '=', 'o.id')
          .select(sql<number>`coalesce(sum(r.amount_cents), 0)`.as('cents'))
          .as('documented'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      chargedFees
        .whereRef('p.order_id', '=', sql.ref('o.id'))
        .select([sql<number>`-sum(e.amount_cents)`.as('cents'), sql<Date>`max(t.posted_at)`.as('at')])
        .as('charged'),
      join => join.onTrue(),
    )
    .whereRef('charged.cents', '<>', 'documented.cents')
    .select(['o.id', sql<number>`charged.cents - documented.cents`.as('cents'), 'charged.at'])

function issue(kind: ReceiptKind, from: Date) {
  const last = query
    .selectFrom('receipts')
    .where('kind', '=', kind)
    .select(({ fn }) => fn.coalesce(fn.max('number'), sql.lit(0)).as('number'))
  const due = kind === 'RECEIPT' ? receipts(from) : invoices(from)
  return query
    .insertInto('receipts')
    .columns(['kind', 'number', 'order_id', 'amount_cents', 'occurred_at'])
    .expression(
      query
        .selectFrom(due.orderBy('at').orderBy('id').limit(BATCH).as('due'))
        .select([
          sql<ReceiptKind>`${sql.lit(kind)}::receipt_kind`.as('kind'),
          sql<number>`(${last}) + row_number() OVER (ORDER BY due.at, due.id)`.as('number'),
          'due.id as order_id',
          'due.cents as amount_cents',
          'due.at as occurred_at',
        ]),
    )
    .returning('id')
}
