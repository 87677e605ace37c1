-- After audit entries are added: queues them for the job that links them into the chain (apps/api/src/audit/link-entries.ts).
-- In the database so that no entry is left out, and none that was put in past the triggers is linked.
CREATE OR REPLACE FUNCTION "queue_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "audit_pending" ("entry_id") SELECT "id" FROM added;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "audit_entries_queue" AFTER INSERT ON "audit_entries"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "queue_audit_entry"();
