-- After any change of categories: notifies every process, so that cached answers about categories are dropped.
-- In the database because whoever changes a category, also by hand, must notify.
CREATE OR REPLACE FUNCTION "announce_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', TG_ARGV[0]);
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "categories_announce" AFTER INSERT OR UPDATE OR DELETE ON "categories"
    FOR EACH STATEMENT EXECUTE FUNCTION "announce_topic"('categories');
