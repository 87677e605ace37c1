/** What the ledger does not do: a balance that every act writes. */
export const STORED_BALANCE = `UPDATE stored_balances SET cents = cents + 20000 WHERE kind = 'PROVIDER_BALANCE'`

/** A day's charges, fees and paid orders, put in without the triggers: it is the reading that is measured. */
export const A_DAY = (orders: number): string[] => [
  `DO $$ BEGIN
    SET LOCAL session_replication_role = replica;
    CREATE TEMP TABLE acts ON COMMIT DROP AS
      SELECT uuidv7() AS id, act, from_kind, to_kind, cents FROM generate_series(1, ${orders}),
        (VALUES ('CHARGED', 'UNASSIGNED', 'PROVIDER_BALANCE', 20000), ('PROVIDER_FEE', 'PROVIDER_BALANCE', 'PROVIDER_FEES', 610),
          ('ORDER_PAID', 'HELD', 'UNASSIGNED', 20000)) act(act, from_kind, to_kind, cents);
    INSERT INTO ledger_transactions (id, act, idempotency_key) SELECT id, act::ledger_act, 'day:' || id FROM acts;
    INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT acts.id, a.id, acts.cents FROM acts JOIN ledger_accounts a ON a.kind = to_kind::ledger_account_kind
      UNION ALL
      SELECT acts.id, a.id, -acts.cents FROM acts JOIN ledger_accounts a ON a.kind = from_kind::ledger_account_kind;
  END $$`,
  'ANALYZE ledger_entries',
]
