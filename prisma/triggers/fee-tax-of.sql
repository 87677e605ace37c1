-- The tax that a fee includes at a rate, in hundredths of a percent: fee x rate / (1 + rate), half a cent counts as one. No
-- trigger: the booking and the quote call it.
CREATE OR REPLACE FUNCTION "fee_tax_of"(fee integer, basis_points integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT ((2 * fee::bigint * basis_points + 10000 + basis_points) / (2 * (10000 + basis_points)))::integer
$$;

-- The rate that holds now; 0 without one.
CREATE OR REPLACE FUNCTION "fee_tax_rate"() RETURNS integer LANGUAGE sql STABLE AS $$
    SELECT coalesce((
        SELECT r."basis_points" FROM "fee_tax_rates" r
        WHERE r."valid_from" <= now()::timestamptz(3)
        ORDER BY r."valid_from" DESC, r."id" DESC
        LIMIT 1), 0)
$$;
