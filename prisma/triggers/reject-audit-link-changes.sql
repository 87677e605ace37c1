-- Before an update, deletion or truncation of the audit's links: rejects it.
-- In the database so that the hash chain is append-only for every client, also by hand.
CREATE OR REPLACE FUNCTION "refuse_link_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_links is append-only: % rejected', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE OR REPLACE TRIGGER "audit_links_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_links"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_link_change"();
