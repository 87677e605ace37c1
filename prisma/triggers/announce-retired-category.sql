-- After a category is retired or reopened: notifies every process that its listings are hidden or shown again.
-- In the database beside announce-categories.sql, which names no single category.
CREATE OR REPLACE FUNCTION "announce_retirement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'category:' || NEW."id");
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_announce_retirement" AFTER UPDATE OF "retired_at" ON "categories"
    FOR EACH ROW WHEN (NEW."retired_at" IS DISTINCT FROM OLD."retired_at") EXECUTE FUNCTION "announce_retirement"();
