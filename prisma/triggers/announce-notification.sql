-- After each new notification: notifies every process, which updates the bell in the open tabs of its user.
-- In the database because NOTIFY then goes out at the commit of whatever made the notification.
CREATE OR REPLACE FUNCTION "announce_notice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'notices:' || NEW."user_id");
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "notices_announce" AFTER INSERT ON "notices"
    FOR EACH ROW EXECUTE FUNCTION "announce_notice"();
