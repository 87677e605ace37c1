-- What linked audit entries until decision 049: each commit under one lock, one after the other.
CREATE FUNCTION audit_hash(seq bigint, prev_hash text, entry audit_entries) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(concat_ws(chr(31),
        seq, prev_hash, entry.id, coalesce(entry.actor_id::text, '-'), entry.action, entry.subject_type,
        entry.subject_id, coalesce('+' || entry.reason, '-'), (extract(epoch FROM entry.at) * 1000)::bigint
    ), 'UTF8')), 'hex')
$$;

CREATE FUNCTION link_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('second-ring/audit', 0));
    SELECT seq, hash INTO last FROM audit_links ORDER BY seq DESC LIMIT 1;
    INSERT INTO audit_links (seq, entry_id, prev_hash, hash)
        SELECT next.seq, NEW.id, next.prev_hash, audit_hash(next.seq, next.prev_hash, NEW)
        FROM (SELECT coalesce(last.seq, 0) + 1 AS seq, coalesce(last.hash, '') AS prev_hash) AS next;
    RETURN NULL;
END;
$$;

DROP TRIGGER audit_entries_queue ON audit_entries;
CREATE CONSTRAINT TRIGGER audit_entries_link AFTER INSERT ON audit_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_audit_entry();
