-- Before an update, deletion or truncation of rates of the fee's tax: rejects it. A rate is followed by a later one.
CREATE OR REPLACE FUNCTION "reject_fee_tax_rate_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'fee_tax_rates is append-only: % rejected', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE OR REPLACE TRIGGER "fee_tax_rates_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "fee_tax_rates"
    FOR EACH STATEMENT EXECUTE FUNCTION "reject_fee_tax_rate_change"();
