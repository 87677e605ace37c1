-- AlterTable
ALTER TABLE "categories" ADD COLUMN "retired_at" TIMESTAMPTZ(3);

-- Names that differ in case alone are one name; compared in the same way in every database.
CREATE UNIQUE INDEX "categories_name_folded_key" ON "categories" (lower("name" COLLATE pg_catalog.pg_c_utf8));

-- How many phones hold a category open. Those for sale have an index already.
CREATE INDEX "listings_reserved_by_category_idx" ON "listings" ("category_id") WHERE "state" = 'RESERVED';

-- No phone is posted into a retired category, or moved there. Those who post share a lock on the category, which excludes a
-- retirement: one waits for the other. It runs after the insert, so that rows which are there already (ON CONFLICT) pass.
CREATE FUNCTION "refuse_retired_category"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    retired timestamptz;
BEGIN
    SELECT "retired_at" INTO retired FROM "categories" WHERE "id" = NEW."category_id" FOR SHARE;
    IF retired IS NOT NULL THEN
        RAISE EXCEPTION 'The category is retired'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER "listings_category_open_new" AFTER INSERT ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "refuse_retired_category"();
CREATE TRIGGER "listings_category_open_moved" AFTER UPDATE OF "category_id" ON "listings"
    FOR EACH ROW WHEN (NEW."category_id" <> OLD."category_id") EXECUTE FUNCTION "refuse_retired_category"();

-- A category is retired only once no phone in it is for sale or booked.
CREATE FUNCTION "refuse_retirement_with_phones"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM "listings" WHERE "category_id" = NEW."id" AND "state" = 'AVAILABLE')
        OR EXISTS (SELECT FROM "listings" WHERE "category_id" = NEW."id" AND "state" = 'RESERVED') THEN
        RAISE EXCEPTION 'The category has phones that are for sale or booked'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER "categories_retired_empty" BEFORE UPDATE OF "retired_at" ON "categories"
    FOR EACH ROW WHEN (OLD."retired_at" IS NULL AND NEW."retired_at" IS NOT NULL)
    EXECUTE FUNCTION "refuse_retirement_with_phones"();

-- The phones of a category that is retired or brought back are shown no more, or again.
CREATE FUNCTION "announce_retirement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'category:' || NEW."id");
    RETURN NULL;
END;
$$;
CREATE TRIGGER "categories_announce_retirement" AFTER UPDATE OF "retired_at" ON "categories"
    FOR EACH ROW WHEN (NEW."retired_at" IS DISTINCT FROM OLD."retired_at") EXECUTE FUNCTION "announce_retirement"();

-- What was paid for a phone counts where the phone stands.
CREATE FUNCTION "move_sold_phone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "sold_phones" SET "category_id" = NEW."category_id" WHERE "listing_id" = NEW."id";
    RETURN NULL;
END;
$$;
CREATE TRIGGER "listings_sold_phone_moved" AFTER UPDATE OF "category_id" ON "listings"
    FOR EACH ROW WHEN (NEW."category_id" <> OLD."category_id" AND NEW."state" = 'SOLD')
    EXECUTE FUNCTION "move_sold_phone"();
