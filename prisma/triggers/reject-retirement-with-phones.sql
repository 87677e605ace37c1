-- Before a category is retired: rejects it while a phone in it is for sale or booked.
-- In the database as the other side of reject-retired-category.sql: the two exclude each other by the lock on the category.
CREATE OR REPLACE FUNCTION "refuse_retirement_with_phones"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM "listings" WHERE "category_id" = NEW."id" AND "state" = 'AVAILABLE')
        OR EXISTS (SELECT FROM "listings" WHERE "category_id" = NEW."id" AND "state" = 'RESERVED') THEN
        RAISE EXCEPTION 'The category has phones that are for sale or booked'
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_retired_empty" BEFORE UPDATE OF "retired_at" ON "categories"
    FOR EACH ROW WHEN (OLD."retired_at" IS NULL AND NEW."retired_at" IS NOT NULL)
    EXECUTE FUNCTION "refuse_retirement_with_phones"();
