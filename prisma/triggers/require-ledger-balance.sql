-- At the commit of a ledger transaction: rejects it unless it has two entries at least, which sum to zero.
-- In the database so that no client can make or lose a cent. An entry of it fires as well, so that none is added after a check.
CREATE OR REPLACE FUNCTION "require_ledger_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_transaction uuid;
    entries bigint;
    cents numeric;
BEGIN
    IF TG_TABLE_NAME = 'ledger_entries' THEN of_transaction := NEW."transaction_id"; ELSE of_transaction := NEW."id"; END IF;
    SELECT count(*), coalesce(sum("amount_cents"), 0) INTO entries, cents
        FROM "ledger_entries" WHERE "transaction_id" = of_transaction;
    IF entries < 2 OR cents <> 0 THEN
        RAISE EXCEPTION 'ledger transaction % has % entries that sum to % cents', of_transaction, entries, cents
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'ledger_transactions_balance';
    END IF;
    RETURN NULL;
END;
$$;

DROP TRIGGER IF EXISTS "ledger_transactions_balance" ON "ledger_transactions";

CREATE CONSTRAINT TRIGGER "ledger_transactions_balance" AFTER INSERT ON "ledger_transactions"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_ledger_balance"();

DROP TRIGGER IF EXISTS "ledger_entries_balance" ON "ledger_entries";

CREATE CONSTRAINT TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_ledger_balance"();
