-- After a listing is posted into a category or moved there: rejects it when the category is retired. In the database because
-- only a shared lock on the category excludes a retirement at the same moment. After the insert, so that existing rows
-- (ON CONFLICT) pass.
CREATE OR REPLACE FUNCTION "refuse_retired_category"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER "listings_category_open_new" AFTER INSERT ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "refuse_retired_category"();
CREATE OR REPLACE TRIGGER "listings_category_open_moved" AFTER UPDATE OF "category_id" ON "listings"
    FOR EACH ROW WHEN (NEW."category_id" <> OLD."category_id") EXECUTE FUNCTION "refuse_retired_category"();
