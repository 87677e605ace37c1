import { type LedgerAct, type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { type Amounts, entriesOf } from './amounts.ts'

export interface Posting {
  act: LedgerAct
  /** Names the act, such as `refund:{id}:sent`. */
  key: string
  /** What it moves, in sum nothing. An act that moves nothing is not posted. */
  amounts: Amounts
  paymentId?: string
  orderId?: string | null
  unmatchedChargeId?: string
}

type Row = Record<'act' | 'key', string> & {
  kinds: string[]
  cents: number[]
  paymentId: string | null
  orderId: string | null
  unmatchedChargeId: string | null
}

const post = prepare((parameter: Parameters<Row>) =>
  query
    .with('made', db =>
      db
        .insertInto('ledger_transactions')
        .values(({ cast }) => ({
          act: cast<LedgerAct>(parameter('act'), sql`ledger_act`),
          idempotency_key: parameter('key'),
          payment_id: cast<string | null>(parameter('paymentId'), 'uuid'),
          order_id: cast<string | null>(parameter('orderId'), 'uuid'),
          unmatched_charge_id: cast<string | null>(parameter('unmatchedChargeId'), 'uuid'),
        }))
        .onConflict(conflict => conflict.column('idempotency_key').doNothing())
        .returning('id'),
    )
    .insertInto('ledger_entries')
    .columns(['transaction_id', 'account_id', 'amount_cents'])
    .expression(({ selectFrom }) =>
      selectFrom('made')
        .innerJoin(
          sql<{ kind: string; cents: string }>`unnest(${parameter('kinds')}::text[]::ledger_account_kind[],
            ${parameter('cents')}::bigint[])`.as<'part'>(sql`part(kind, cents)`),
          join => join.onTrue(),
        )
        .innerJoin('ledger_accounts as a', join => join.on(sql<boolean>`a.kind = part.kind AND a.owner_id IS NULL`))
        .select(['made.id', 'a.id as account_id', 'part.cents']),
    )
    .returning('transaction_id'),
)

/**
 * Posts an act in the transaction that carries it out: once, by its key. The database rejects, at the commit, what does not
 * sum to zero.
 * @returns whether it was new
 */
export async function postTransaction(tx: Transaction, { act, key, amounts, ...about }: Posting): Promise<boolean> {
  const parts = entriesOf(amounts)
  if (parts.length === 0) return false
  const { paymentId = null, orderId = null, unmatchedChargeId = null } = about
  const [kinds, cents] = [parts.map(([kind]) => kind), parts.map(([, part]) => part)]
  return (await post(tx, { act, key, kinds, cents, paymentId, orderId, unmatchedChargeId })).length > 0
}
