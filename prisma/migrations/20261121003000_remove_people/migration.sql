-- Whoever was removed makes no rows any more. A row that is being made meanwhile waits for the removal, or the removal
-- for it: the lock on the person is shared by all writers, and the removal's change of the unique email excludes them.
CREATE FUNCTION "refuse_removed_person"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    person uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
    PERFORM 1 FROM "users" WHERE "id" = person AND "deleted_at" IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The person was removed'
            USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER "listings_seller_present" BEFORE INSERT ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('seller_id');
CREATE TRIGGER "orders_buyer_present" BEFORE INSERT ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('buyer_id');
CREATE TRIGGER "favorites_user_present" BEFORE INSERT ON "favorites"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('user_id');

-- A removed person's name stays nowhere.
UPDATE "users" SET "name" = '' WHERE "deleted_at" IS NOT NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_removed_name_check" CHECK ("deleted_at" IS NULL OR "name" = '');
