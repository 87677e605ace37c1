-- After an order becomes paid, or is no longer: adds or deletes what was paid in sold_phones, which price estimates read.
-- In the database because many use cases and jobs move orders. The row refers to no listing, so that no listing is locked.
CREATE OR REPLACE FUNCTION "keep_sold_phone"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was_sold boolean := TG_OP <> 'INSERT' AND OLD."state" IN ('PAID', 'COMPLETED');
    is_sold boolean := TG_OP <> 'DELETE' AND NEW."state" IN ('PAID', 'COMPLETED');
BEGIN
    IF is_sold AND NOT was_sold THEN
        INSERT INTO "sold_phones" ("listing_id", "category_id", "model", "condition", "price_cents", "years_used")
            SELECT "id", "category_id", "search_text"("product_name"), "condition", NEW."price_cents", "years_used"
            FROM "listings" WHERE "id" = NEW."listing_id"
            ON CONFLICT ("listing_id") DO UPDATE SET "price_cents" = excluded."price_cents";
    ELSIF was_sold AND NOT is_sold THEN
        DELETE FROM "sold_phones" WHERE "listing_id" = OLD."listing_id";
    END IF;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "orders_sold_phone" AFTER INSERT OR UPDATE OR DELETE ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "keep_sold_phone"();
