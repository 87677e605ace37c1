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

export type Ledger = {
  items: LedgerItem[]
  marketId: string
  /** The balance of the account of the provider's balance. */
  providerCents: number
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
  const balance = await database.query<{ cents: number }>(
    `SELECT balance_cents::float8 AS cents FROM ledger_balances WHERE kind = 'PROVIDER_BALANCE'`,
  )
  return {
    items: rows.map(({ name, order_id, intent_id, charge_id, received, refunded, lost, ...sums }) => {
      const { disputed, fees } = sums
      const position = charge_id === null ? { received, refunded, disputed, lost, fees } : null
      return { name, orderId: order_id, intentId: intent_id, chargeId: charge_id, position, ...sums }
    }),
    marketId: market.rows[0]?.id ?? '',
    providerCents: balance.rows[0]?.cents ?? 0,
  }
}
