-- After a seller's name, email or verification changes, or after they come or go: notifies every process, as cached listings
-- and sellers' pages show it. In the database because several use cases change users. The columns stand in the body, so that
-- no migration of a column meets the trigger.
CREATE OR REPLACE FUNCTION "announce_seller"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF 'SELLER' IN (OLD."role"::text, NEW."role"::text)
        AND (OLD."verified_at", OLD."deleted_at", OLD."email", OLD."name",
            OLD."suspended_at", OLD."deletes_at", OLD."set_aside_at")
        IS DISTINCT FROM (NEW."verified_at", NEW."deleted_at", NEW."email", NEW."name",
            NEW."suspended_at", NEW."deletes_at", NEW."set_aside_at") THEN
        PERFORM pg_notify('second_ring', 'sellers');
    END IF;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "users_announce_seller" AFTER UPDATE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "announce_seller"();
