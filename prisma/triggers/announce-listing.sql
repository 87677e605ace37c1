-- After each change of a listing: notifies every process of the listing, its category (the old one too) and advertised
-- listings, so that cached answers are dropped and open screens follow. In the database because NOTIFY then goes out
-- at the commit, whoever makes the change.
CREATE OR REPLACE FUNCTION "announce_listing"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER "listings_announce" AFTER INSERT OR UPDATE OR DELETE ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "announce_listing"();
