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

-- The name, the tick, and the email that signed-in clients of the REST paths see. The columns stand in the body, where no
-- later change of them meets them as a dependency.
CREATE FUNCTION "announce_seller"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF 'SELLER' IN (OLD."role"::text, NEW."role"::text)
        AND (OLD."verified_at", OLD."deleted_at", OLD."email", OLD."name")
        IS DISTINCT FROM (NEW."verified_at", NEW."deleted_at", NEW."email", NEW."name") THEN
        PERFORM pg_notify('second_ring', 'sellers');
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER "users_announce_seller" AFTER UPDATE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "announce_seller"();
CREATE TRIGGER "categories_announce" AFTER INSERT OR UPDATE OR DELETE ON "categories"
    FOR EACH STATEMENT EXECUTE FUNCTION "announce_topic"('categories');
