-- After a listing is made, changed or deleted: writes or deletes its row in listing_search, which only has listings for sale,
-- and adds its model. In the database so that search never differs from the listings. The model's lock is shared: sellers do
-- not wait for each other, and the job that deletes models leaves this one.
CREATE OR REPLACE FUNCTION "keep_listing_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    its_model text;
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM "listing_search" WHERE "listing_id" = OLD."id";
        RETURN NULL;
    END IF;
    IF NEW."state" <> 'AVAILABLE' THEN
        IF TG_OP = 'UPDATE' THEN
            DELETE FROM "listing_search" WHERE "listing_id" = NEW."id";
        END IF;
        RETURN NULL;
    END IF;
    its_model := "search_text"(NEW."product_name");
    INSERT INTO "listing_search" ("listing_id", "category_id", "seller_id", "model", "location", "condition",
            "price_cents", "years_used", "posted_at", "search")
        VALUES (NEW."id", NEW."category_id", NEW."seller_id", its_model, NEW."location", NEW."condition",
            NEW."resale_price_cents", NEW."years_used", NEW."posted_at",
            "search_vector"(NEW."product_name", NEW."location", NEW."description"))
        ON CONFLICT ("listing_id") DO UPDATE SET ("category_id", "seller_id", "model", "location", "condition",
            "price_cents", "years_used", "posted_at", "search") = ROW (excluded."category_id", excluded."seller_id",
            excluded."model", excluded."location", excluded."condition", excluded."price_cents", excluded."years_used",
            excluded."posted_at", excluded."search");
    IF its_model <> '' THEN
        PERFORM pg_advisory_xact_lock_shared("search_model_lock"(its_model));
        INSERT INTO "search_models" ("model", "name") VALUES (its_model, NEW."product_name") ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "listings_search_new" AFTER INSERT OR DELETE ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "keep_listing_search"();
CREATE OR REPLACE TRIGGER "listings_search_changed"
    AFTER UPDATE OF "state", "product_name", "location", "description", "category_id", "seller_id", "condition",
        "resale_price_cents", "years_used", "posted_at" ON "listings"
    FOR EACH ROW WHEN (NEW."state" = 'AVAILABLE' OR OLD."state" = 'AVAILABLE')
    EXECUTE FUNCTION "keep_listing_search"();
