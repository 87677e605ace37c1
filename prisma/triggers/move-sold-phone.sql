-- After a sold listing moves to another category: moves what was paid for it, as price estimates count by category.
-- In the database so that estimates never differ from the listings.
CREATE OR REPLACE FUNCTION "move_sold_phone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "sold_phones" SET "category_id" = NEW."category_id" WHERE "listing_id" = NEW."id";
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "listings_sold_phone_moved" AFTER UPDATE OF "category_id" ON "listings"
    FOR EACH ROW WHEN (NEW."category_id" <> OLD."category_id" AND NEW."state" = 'SOLD')
    EXECUTE FUNCTION "move_sold_phone"();
