-- When a user is removed: deletes the user's saved searches.
-- In the database so that every way of removing a user does it, in the same transaction.
CREATE OR REPLACE FUNCTION "forget_saved_searches"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "saved_searches" WHERE "user_id" = NEW."id";
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "users_saved_searches" AFTER UPDATE OF "deleted_at" ON "users"
    FOR EACH ROW WHEN (NEW."deleted_at" IS NOT NULL AND OLD."deleted_at" IS NULL)
    EXECUTE FUNCTION "forget_saved_searches"();
