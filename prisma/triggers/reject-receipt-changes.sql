-- Before an update or deletion of receipts: rejects it. A number says the same for good.
CREATE OR REPLACE FUNCTION "reject_receipt_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'receipts is append-only: % rejected', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE OR REPLACE TRIGGER "receipts_append_only"
    BEFORE UPDATE OR DELETE ON "receipts"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_receipt_change"();
