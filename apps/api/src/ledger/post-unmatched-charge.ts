import { type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import type { PaymentIntent } from '#platform/card-payments.ts'
import { type Amounts, differenceOf, sumOf } from './amounts.ts'
import { postTransaction } from './post-transaction.ts'

interface UnmatchedCharge {
  unmatchedChargeId: string
  intent: PaymentIntent
}

const read = prepare((parameter: Parameters<{ unmatchedChargeId: string }>) =>
  query
    .with('amounts', db =>
      db
        .selectFrom('ledger_transactions as t')
        .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .where('t.unmatched_charge_id', '=', parameter('unmatchedChargeId'))
        .groupBy('a.kind')
        .select(['a.kind', sql<number>`sum(e.amount_cents)::int`.as('cents')]),
    )
    .selectFrom('ledger_transactions as t')
    .where('t.unmatched_charge_id', '=', parameter('unmatchedChargeId'))
    .select(sql<number>`count(*)::int`.as('posted'))
    .select(sql<Amounts>`(SELECT coalesce(jsonb_object_agg(kind, cents), '{}') FROM amounts)`.as('position')),
)

/**
 * Brings the ledger to what the provider says of a charge that fits no order. Its refunds and disputes have no rows, so what
 * they moved is the difference to what was posted. Call it under the lock of the unmatched charges. Only US dollars are posted.
 */
export async function postUnmatchedCharge(
  tx: Transaction,
  { unmatchedChargeId, intent }: UnmatchedCharge,
): Promise<void> {
  if (intent.currency !== 'usd') return
  const [{ posted, position } = { posted: 0, position: {} }] = await read(tx, { unmatchedChargeId })
  const amounts = differenceOf(position, positionOf(intent))
  const key = `unmatched:${unmatchedChargeId}:${posted + 1}`
  await postTransaction(tx, { act: 'UNMATCHED_CHARGE', key, amounts, unmatchedChargeId })
}

/** Where the money of such a charge is, as the provider says. */
export function positionOf({ amountCents, refunds, disputes, charge }: PaymentIntent): Amounts {
  const sum = (rows: { amountCents: number }[]) => rows.reduce((cents, row) => cents + row.amountCents, 0)
  const refunded = sum(refunds.filter(({ status }) => status !== 'FAILED'))
  const lost = sum(disputes.filter(({ status }) => status === 'LOST'))
  const disputed = sum(disputes.filter(({ status }) => status === 'NEEDS_RESPONSE' || status === 'UNDER_REVIEW'))
  const fees = [charge?.feeCents ?? 0, ...disputes.flatMap(({ fees }) => fees.map(({ cents }) => cents))]
  const left = amountCents - refunded - lost
  return sumOf(
    { PROVIDER_BALANCE: left - disputed, DISPUTED: disputed },
    { UNASSIGNED: -Math.max(0, left), LOSSES: Math.max(0, -left) },
    ...fees.map(cents => ({ PROVIDER_FEES: cents, PROVIDER_BALANCE: -cents })),
  )
}
