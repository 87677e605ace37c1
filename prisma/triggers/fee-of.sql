-- What the platform keeps of a sale, by the rule that holds now: the seller's, else the category's, else the default; of
-- these the latest. Half a cent counts as one. No trigger: the booking and the quote call it, so that the rule is in one place.
CREATE OR REPLACE FUNCTION "fee_of"(
    seller uuid, category uuid, price integer,
    OUT basis_points integer, OUT minimum_cents integer, OUT fee_cents integer
) LANGUAGE plpgsql STABLE AS $$
BEGIN
    SELECT r."basis_points", r."minimum_cents" INTO basis_points, minimum_cents
    FROM "fee_rules" r
    WHERE (r."seller_id" = seller OR r."seller_id" IS NULL AND (r."category_id" = category OR r."category_id" IS NULL))
        AND r."valid_from" <= now()::timestamptz(3)
    ORDER BY r."seller_id" IS NULL, r."category_id" IS NULL, r."valid_from" DESC, r."id" DESC
    LIMIT 1;
    fee_cents := least(price, greatest(minimum_cents, ((price::bigint * basis_points + 5000) / 10000)::integer));
END;
$$;
