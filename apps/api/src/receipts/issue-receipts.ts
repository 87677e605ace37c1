import type { ReceiptKind } from '@second-ring/contracts/receipts/receipt'
import { query, run } from '@second-ring/database'
import { type Expression, sql } from 'kysely'
import { lockName } from '#platform/advisory-lock.ts'
import type { Platform } from '#platform/platform.ts'
import { keptCents } from './released-cents.ts'

const BATCH = 1000

/** A transaction that paid or released an order commits within it. */
const LATE = sql<string>`interval '1 day'`

/** When each happened, and its amount. */
const sources = {
  RECEIPT: { at: 'o.paid_at', cents: sql<number>`o.price_cents` },
  FEE_INVOICE: { at: 'o.released_at', cents: keptCents },
} as const satisfies Record<ReceiptKind, { at: string; cents: Expression<number> }>

/**
 * Numbers the receipts of paid orders and the fee invoices of released ones, in the order in which these happened. Numbers have no
 * gaps: they are given under a lock, by the transaction that writes them.
 */
export async function issueReceipts({ database }: Pick<Platform, 'database'>): Promise<void> {
  for (const kind of ['RECEIPT', 'FEE_INVOICE'] as const) {
    for (let count = BATCH; count === BATCH; ) {
      count = await database.$transaction(async tx => {
        await lockName(tx, `receipts:${kind}`)
        return (await run(tx, issue(kind))).length
      })
    }
  }
}

function issue(kind: ReceiptKind) {
  const { at, cents } = sources[kind]
  const issued = query.selectFrom('receipts as r').where('r.kind', '=', kind)
  const latest = issued.select(({ fn }) => fn.max('r.occurred_at').as('at'))
  const last = issued.select(({ fn }) => fn.coalesce(fn.max('r.number'), sql.lit(0)).as('number'))
  const due = query
    .selectFrom('orders as o')
    .where(at, 'is not', null)
    .where(sql<boolean>`${sql.ref(at)} > coalesce((${latest}) - ${LATE}, '-infinity')`)
    .where(cents, '>', 0)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('receipts as r').where('r.kind', '=', kind).whereRef('r.order_id', '=', 'o.id').select('r.id'),
        ),
      ),
    )
    .select(['o.id', sql<number>`${cents}`.as('cents'), sql<Date>`${sql.ref(at)}`.as('at')])
    .orderBy(at)
    .orderBy('o.id')
    .limit(BATCH)
  return query
    .insertInto('receipts')
    .columns(['kind', 'number', 'order_id', 'amount_cents', 'occurred_at'])
    .expression(
      query
        .selectFrom(due.as('due'))
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
