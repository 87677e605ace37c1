-- After a listing is made or its price changes: records the price and its date in listing_prices.
-- In the database so that the price history has no gap, whoever changes the price.
CREATE OR REPLACE FUNCTION "keep_listing_price"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "listing_prices" ("listing_id", "cents", "since")
        VALUES (NEW."id", NEW."resale_price_cents", CASE TG_OP WHEN 'INSERT' THEN NEW."posted_at" ELSE now() END);
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "listings_price_new" AFTER INSERT ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "keep_listing_price"();
CREATE OR REPLACE TRIGGER "listings_price_changed" AFTER UPDATE OF "resale_price_cents" ON "listings"
    FOR EACH ROW WHEN (NEW."resale_price_cents" <> OLD."resale_price_cents")
    EXECUTE FUNCTION "keep_listing_price"();
