-- What the shelves show is announced when it changes, so that every process drops what it has kept of it.
CREATE FUNCTION "announce_listing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed "listings";
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF OLD."category_id" <> NEW."category_id" THEN
            PERFORM pg_notify('second_ring', 'category:' || OLD."category_id");
        END IF;
        IF OLD."advertised_at" IS NOT NULL THEN
            PERFORM pg_notify('second_ring', 'advertised');
        END IF;
    END IF;
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    PERFORM pg_notify('second_ring', 'listings');
    PERFORM pg_notify('second_ring', 'listing:' || changed."id");
    PERFORM pg_notify('second_ring', 'category:' || changed."category_id");
    IF changed."advertised_at" IS NOT NULL THEN
        PERFORM pg_notify('second_ring', 'advertised');
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER "listings_announce" AFTER INSERT OR UPDATE OR DELETE ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "announce_listing"();

CREATE FUNCTION "announce_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', TG_ARGV[0]);
    RETURN NULL;
END;
$$;
-- The tick, and the email that signed-in clients of the REST paths see.
CREATE TRIGGER "users_announce_seller" AFTER UPDATE OF "verified_at", "deleted_at", "email", "name" ON "users"
    FOR EACH ROW WHEN (OLD."role" = 'SELLER' OR NEW."role" = 'SELLER') EXECUTE FUNCTION "announce_topic"('sellers');
CREATE TRIGGER "categories_announce" AFTER INSERT OR UPDATE OR DELETE ON "categories"
    FOR EACH STATEMENT EXECUTE FUNCTION "announce_topic"('categories');
