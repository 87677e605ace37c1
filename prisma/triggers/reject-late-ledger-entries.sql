-- After ledger entries are added: rejects those of a ledger transaction that was made in another database transaction.
-- In the database so that what was posted stays as it is: a pair of entries that sums to zero cannot be added to it.
CREATE OR REPLACE FUNCTION "reject_late_ledger_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM added JOIN "ledger_transactions" t ON t."id" = added."transaction_id"
        WHERE t.xmin <> pg_current_xact_id()::xid
    ) THEN
        RAISE EXCEPTION 'ledger_entries: a transaction that was posted takes no more entries'
            USING ERRCODE = 'restrict_violation', TABLE = 'ledger_entries';
    END IF;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "ledger_entries_in_time" AFTER INSERT ON "ledger_entries"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "reject_late_ledger_entries"();
