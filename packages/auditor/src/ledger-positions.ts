import type pg from 'pg'
import type { Position } from './position.ts'

/** One payment or unmatched charge by the product's ledger. */
export type LedgerItem = {
  /** `payment …` or `unmatched charge …`, with its id. */
  name: string
  /** Null for an unmatched charge. */
  orderId: string | null
  intentId: string
  /** Of an unmatched charge alone. */
  chargeId: string | null
  /** Null for an unmatched charge, of which the ledger holds what is left and not what came and went. */
  position: Position | null
  /** On the accounts of the provider's balance, of disputes, fees and losses. */
  net: number
  disputed: number
  fees: number
  losses: number
  /** What was paid back past the provider. */
  outside: number
}

/** One transfer to a seller by the product's ledger. */
export type LedgerTransfer = {
  id: string
  /** The provider's id of it; null while the product knows of none. */
  providerId: string | null
  orderId: string
  accountId: string
  state: string
  sent: number
  reversed: number
}

export type Ledger = {
  items: LedgerItem[]
  transfers: LedgerTransfer[]
  /** What each seller's account at the provider holds, by its id there. */
  accounts: Map<string, number>
  marketId: string
  /** The balance of the account of the provider's balance, and of that of the sellers' accounts there. */
  providerCents: number
  connectedCents: number
  /** What is owed to buyers and sellers, and what there is for it, with banks and past the provider too. */
  owedCents: number
  coveringCents: number
}

/** On each account of a kind, by payment or unmatched charge, and by act. */
const ENTRIES = `
  SELECT t.payment_id, t.unmatched_charge_id, a.kind::text AS kind, t.act::text AS act, sum(e.amount_cents) AS cents
  FROM ledger_transactions t
  JOIN ledger_entries e ON e.transaction_id = t.id
  JOIN ledger_accounts a ON a.id = e.account_id
  WHERE a.kind IN ('PROVIDER_BALANCE', 'DISPUTED', 'PROVIDER_FEES', 'LOSSES', 'OUTSIDE')
  GROUP BY 1, 2, 3, 4`

const ITEMS = `
  WITH entries AS (${ENTRIES}), sums AS (
    SELECT payment_id, unmatched_charge_id,
      coalesce(sum(cents) FILTER (WHERE kind = 'PROVIDER_BALANCE'), 0)::float8 AS net,
      coalesce(sum(cents) FILTER (WHERE kind = 'DISPUTED'), 0)::float8 AS disputed,
      coalesce(sum(cents) FILTER (WHERE kind = 'PROVIDER_FEES'), 0)::float8 AS fees,
      coalesce(sum(cents) FILTER (WHERE kind = 'LOSSES'), 0)::float8 AS losses,
      coalesce(-sum(cents) FILTER (WHERE kind = 'OUTSIDE' AND act = 'REFUND_SETTLED_OUTSIDE'), 0)::float8 AS outside,
      coalesce(sum(cents) FILTER (WHERE kind = 'PROVIDER_BALANCE' AND act = 'CHARGED'), 0)::float8 AS received,
      coalesce(-sum(cents) FILTER (WHERE kind = 'PROVIDER_BALANCE' AND act IN ('REFUND_SENT', 'REFUND_FAILED')), 0)::float8
        AS refunded,
      coalesce(-sum(cents) FILTER (WHERE kind IN ('PROVIDER_BALANCE', 'DISPUTED') AND act LIKE 'DISPUTE\\_%'), 0)::float8 AS lost
    FROM entries GROUP BY 1, 2
  )
  SELECT 'payment ' || p.id AS name, p.order_id, p.intent_id, NULL AS charge_id, s.net, s.disputed, s.fees, s.losses,
      s.outside, s.received, s.refunded, s.lost
    FROM payments p JOIN sums s ON s.payment_id = p.id
  UNION ALL
  SELECT 'unmatched charge ' || u.id, NULL, u.intent_id, u.charge_id, s.net, s.disputed, s.fees, s.losses, s.outside, 0, 0, 0
    FROM unmatched_charges u JOIN sums s ON s.unmatched_charge_id = u.id`

/** What each act of a transfer or a payout moved on the account of the sellers' accounts at the provider. */
const MOVES = `
  WITH acts AS (
    SELECT id AS transfer_id, provider_account_id AS account_id, 'sent' AS what, 'transfer:' || id || ':sent' AS key FROM transfers
    UNION ALL
    SELECT t.id, t.provider_account_id, 'reversed', 'reversal:' || r.id || ':sent'
      FROM transfer_reversals r JOIN transfers t ON t.id = r.transfer_id
    UNION ALL
    SELECT NULL, provider_account_id, 'paid', 'payout:' || id || ':' || outcome
      FROM payouts, unnest(ARRAY['paid', 'returned']) outcome
  ), moves AS (
    SELECT acts.*, e.amount_cents FROM acts
    JOIN ledger_transactions t ON t.idempotency_key = acts.key
    JOIN ledger_entries e ON e.transaction_id = t.id
    JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'CONNECTED_BALANCE'
  )`

const TRANSFERS = `${MOVES}
  SELECT t.id, t.provider_id, t.order_id, t.provider_account_id AS account_id, t.state::text AS state,
    coalesce(sum(m.amount_cents) FILTER (WHERE m.what = 'sent'), 0)::float8 AS sent,
    coalesce(-sum(m.amount_cents) FILTER (WHERE m.what = 'reversed'), 0)::float8 AS reversed
  FROM transfers t LEFT JOIN moves m ON m.transfer_id = t.id GROUP BY t.id ORDER BY t.id`

const ACCOUNTS = `${MOVES}
  SELECT a.provider_account_id AS account_id, coalesce(sum(m.amount_cents), 0)::float8 AS cents
  FROM (SELECT provider_account_id FROM payout_accounts UNION SELECT provider_account_id FROM transfers
    UNION SELECT provider_account_id FROM payouts) a
  LEFT JOIN moves m ON m.account_id = a.provider_account_id GROUP BY 1 ORDER BY 1`

// What one seller owes is not there for another.
const OWING = `
  SELECT coalesce(-sum(balance_cents) FILTER (WHERE kind IN ('UNASSIGNED', 'HELD', 'BUYER_REFUNDS')
      OR kind = 'SELLER_BALANCE' AND balance_cents < 0), 0)::float8 AS owed,
    coalesce(sum(balance_cents) FILTER (WHERE kind IN ('PROVIDER_BALANCE', 'DISPUTED', 'OUTSIDE')), 0)::float8 AS covering
  FROM ledger_balances`

type TransferRow = Record<'sent' | 'reversed', number> & {
  id: string
  provider_id: string | null
  order_id: string
  account_id: string
  state: string
}

type Row = Record<'net' | 'disputed' | 'fees' | 'losses' | 'outside' | 'received' | 'refunded' | 'lost', number> & {
  name: string
  order_id: string | null
  intent_id: string
  charge_id: string | null
}

/** Reads the product's ledger, by SQL alone. */
export async function readLedger(database: Pick<pg.Pool, 'query'>): Promise<Ledger> {
  const { rows } = await database.query<Row>(ITEMS)
  const market = await database.query<{ id: string }>('SELECT id FROM markets')
  const transfers = await database.query<TransferRow>(TRANSFERS)
  const accounts = await database.query<{ account_id: string; cents: number }>(ACCOUNTS)
  const balance = await database.query<{ kind: string; cents: number }>(
    `SELECT kind::text AS kind, balance_cents::float8 AS cents FROM ledger_balances
     WHERE kind IN ('PROVIDER_BALANCE', 'CONNECTED_BALANCE')`,
  )
  const { rows: owing } = await database.query<{ owed: number; covering: number }>(OWING)
  const balanceOf = (kind: string) => balance.rows.find(row => row.kind === kind)?.cents ?? 0
  return {
    items: rows.map(({ name, order_id, intent_id, charge_id, received, refunded, lost, ...sums }) => {
      const { disputed, fees } = sums
      const position = charge_id === null ? { received, refunded, disputed, lost, fees } : null
      return { name, orderId: order_id, intentId: intent_id, chargeId: charge_id, position, ...sums }
    }),
    transfers: transfers.rows.map(({ provider_id, order_id, account_id, ...row }) => {
      return { ...row, providerId: provider_id, orderId: order_id, accountId: account_id }
    }),
    accounts: new Map(accounts.rows.map(row => [row.account_id, row.cents])),
    marketId: market.rows[0]?.id ?? '',
    providerCents: balanceOf('PROVIDER_BALANCE'),
    connectedCents: balanceOf('CONNECTED_BALANCE'),
    owedCents: owing[0]?.owed ?? 0,
    coveringCents: owing[0]?.covering ?? 0,
  }
}
