-- Before an update, deletion or truncation of the audit's heads: rejects it.
-- In the database so that the signed heads are append-only for every client, also by hand.
CREATE OR REPLACE FUNCTION "refuse_head_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_heads is append-only: % rejected', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE OR REPLACE TRIGGER "audit_heads_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_heads"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_head_change"();
