import { type LedgerAct, type Parameters, prepare, query, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { type AccountKind, type Amounts, entriesOf, sellerAccountKinds } from './amounts.ts'

export interface Posting {
  act: LedgerAct
  /** Names the act, such as `refund:{id}:sent`. */
  key: string
  /** What it moves, in sum nothing. An act that moves nothing is not posted. */
  amounts: Amounts
  paymentId?: string
  orderId?: string | null
  unmatchedChargeId?: string
  /** Whose the sellers' accounts among the amounts are. */
  sellerId?: string | null
}

type Row = Record<'act' | 'key', string> & {
  kinds: string[]
  cents: number[]
  paymentId: string | null
  orderId: string | null
  unmatchedChargeId: string | null
  sellerId: string | null
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
        // A check of the database: the market's kinds have no owner, and the sellers' have one.
        .innerJoin('ledger_accounts as a', join =>
          join.on(
            sql<boolean>`a.kind = part.kind AND (a.owner_id IS NULL OR a.owner_id = ${parameter('sellerId')}::uuid)`,
          ),
        )
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
  const { paymentId = null, orderId = null, unmatchedChargeId = null, sellerId = null } = about
  const [kinds, cents] = [parts.map(([kind]) => kind), parts.map(([, part]) => part)]
  if (kinds.some(isSellers)) await openAccounts(tx, sellerId)
  return (await post(tx, { act, key, kinds, cents, paymentId, orderId, unmatchedChargeId, sellerId })).length > 0
}

function isSellers(kind: AccountKind): boolean {
  return (sellerAccountKinds as readonly AccountKind[]).includes(kind)
}

const open = prepare((parameter: Parameters<{ sellerId: string }>) =>
  query
    .insertInto('ledger_accounts')
    .columns(['kind', 'owner_id'])
    .expression(({ cast, selectFrom }) =>
      selectFrom(
        sql<{
          kind: AccountKind
        }>`unnest(${sql.lit(`{${sellerAccountKinds.join(',')}}`)}::ledger_account_kind[])`.as<'k'>(sql`k(kind)`),
      ).select(['k.kind', cast<string>(parameter('sellerId'), 'uuid').as('owner_id')]),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('id'),
)

/** Opens the accounts of a seller unless they have them. Of several at once one does; the others wait for it. */
async function openAccounts(tx: Transaction, sellerId: string | null): Promise<void> {
  if (sellerId === null) throw new Error('A posting on a seller’s account names no seller')
  await open(tx, { sellerId })
}
