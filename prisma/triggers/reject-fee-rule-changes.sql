-- Before an update, deletion or truncation of fee rules: rejects it. A rule is followed by a later one.
CREATE OR REPLACE FUNCTION "reject_fee_rule_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'fee_rules is append-only: % rejected', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE OR REPLACE TRIGGER "fee_rules_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "fee_rules"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_fee_rule_change"();
