-- After the end of a session: notifies every process, which closes the session's live streams.
-- In the database because NOTIFY then goes out at the commit of whatever ended the session.
CREATE OR REPLACE FUNCTION "announce_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'session:' || NEW."id");
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "sessions_announce" AFTER UPDATE OF "ended_at" ON "sessions"
    FOR EACH ROW WHEN (OLD."ended_at" IS NULL AND NEW."ended_at" IS NOT NULL) EXECUTE FUNCTION "announce_session"();
