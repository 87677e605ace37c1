-- Before a listing, order, favorite, place in line, saved search or report is made: rejects it when its user was removed, set
-- aside or suspended, or has asked to be removed. In the database because only a lock on the user excludes a removal at the same moment. The API knows the
-- error by the triggers' names, which end with _present.
CREATE OR REPLACE FUNCTION "refuse_removed_person"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    person uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
    PERFORM 1 FROM "users" WHERE "id" = person AND "deleted_at" IS NULL AND "deletes_at" IS NULL
        AND "set_aside_at" IS NULL AND "suspended_at" IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The person was removed'
            USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "listings_seller_present" BEFORE INSERT ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('seller_id');
CREATE OR REPLACE TRIGGER "orders_buyer_present" BEFORE INSERT ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('buyer_id');
CREATE OR REPLACE TRIGGER "favorites_user_present" BEFORE INSERT ON "favorites"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('user_id');
CREATE OR REPLACE TRIGGER "waiting_entries_user_present" BEFORE INSERT ON "waiting_entries"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('user_id');
CREATE OR REPLACE TRIGGER "saved_searches_user_present" BEFORE INSERT ON "saved_searches"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('user_id');
CREATE OR REPLACE TRIGGER "reports_reporter_present" BEFORE INSERT ON "reports"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('reporter_id');
