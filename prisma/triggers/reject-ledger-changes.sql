-- Before an update, deletion or truncation of the ledger's accounts, transactions or entries: rejects it.
-- In the database so that the ledger is append-only for every client, also by hand. A mistake is corrected by another transaction.
CREATE OR REPLACE FUNCTION "reject_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % rejected', TG_TABLE_NAME, lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE OR REPLACE TRIGGER "ledger_accounts_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_accounts"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_ledger_change"();

CREATE OR REPLACE TRIGGER "ledger_transactions_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transactions"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_ledger_change"();

CREATE OR REPLACE TRIGGER "ledger_entries_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_ledger_change"();
