-- CreateEnum
CREATE TYPE "waiting_state" AS ENUM ('WAITING', 'OFFERED', 'TAKEN', 'PASSED', 'LEFT');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "handover_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "handover_code" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "disputed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "waiting_entries" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "listing_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "waiting_state" NOT NULL DEFAULT 'WAITING',
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "offered_until" TIMESTAMPTZ(3),

    CONSTRAINT "waiting_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "listing_id" UUID,
    "order_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_links" (
    "seq" BIGINT NOT NULL,
    "entry_id" UUID NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_links_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "waiting_entries_user_id_state_idx" ON "waiting_entries"("user_id", "state");

-- CreateIndex
CREATE INDEX "notices_user_id_created_at_id_idx" ON "notices"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "audit_links_entry_id_key" ON "audit_links"("entry_id");

-- CreateIndex
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_placed_at_id_idx" ON "orders"("placed_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_links" ADD CONSTRAINT "audit_links_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

ALTER TABLE "orders"
    ADD CONSTRAINT "orders_handover_code_check" CHECK ("handover_code" ~ '^[0-9]{6}$'),
    ADD CONSTRAINT "orders_handover_attempts_check" CHECK ("handover_attempts" >= 0);
ALTER TABLE "waiting_entries"
    ADD CONSTRAINT "waiting_entries_offered_check" CHECK ("state" <> 'OFFERED' OR "offered_until" IS NOT NULL);
ALTER TABLE "notices"
    ADD CONSTRAINT "notices_message_check" CHECK (btrim("message") <> ''),
    ADD CONSTRAINT "notices_subject_check" CHECK (num_nonnulls("listing_id", "order_id") <= 1);

-- Orders that were paid before there were codes get one.
UPDATE "orders" SET "handover_code" = lpad(floor(random() * 1000000)::int::text, 6, '0') WHERE "state" = 'PAID';

-- One place in line a person and listing; one person at a time to whom a listing is offered.
CREATE UNIQUE INDEX "waiting_entries_one_place" ON "waiting_entries"("listing_id", "user_id")
    WHERE "state" IN ('WAITING', 'OFFERED');
CREATE UNIQUE INDEX "waiting_entries_one_offer" ON "waiting_entries"("listing_id") WHERE "state" = 'OFFERED';
CREATE INDEX "waiting_entries_line_idx" ON "waiting_entries"("listing_id", "joined_at", "id") WHERE "state" = 'WAITING';
CREATE INDEX "notices_unread_idx" ON "notices"("user_id") WHERE "read_at" IS NULL;

-- What falls due.
CREATE INDEX "orders_due_idx" ON "orders"("reserved_until") WHERE "state" = 'PLACED';
CREATE INDEX "waiting_entries_due_idx" ON "waiting_entries"("offered_until") WHERE "state" = 'OFFERED';
CREATE INDEX "payments_open_idx" ON "payments"("checked_at" NULLS FIRST, "created_at") WHERE "state" = 'PENDING';

CREATE TRIGGER "waiting_entries_user_present" BEFORE INSERT ON "waiting_entries"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('user_id');

-- The audit's chain. The link is made at the transaction's end, one transaction after the other: whoever holds the lock
-- waits for nothing any more, so the order of the links is the order of the commits and nobody waits in a circle.
CREATE FUNCTION "audit_hash"(seq bigint, prev_hash text, entry "audit_entries") RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(concat_ws(chr(31),
        seq, prev_hash, entry."id", coalesce(entry."actor_id"::text, '-'), entry."action", entry."subject_type",
        entry."subject_id", coalesce('+' || entry."reason", '-'), (extract(epoch FROM entry."at") * 1000)::bigint
    ), 'UTF8')), 'hex')
$$;
CREATE FUNCTION "link_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('second-ring/audit', 0));
    SELECT "seq", "hash" INTO last FROM "audit_links" ORDER BY "seq" DESC LIMIT 1;
    INSERT INTO "audit_links" ("seq", "entry_id", "prev_hash", "hash")
        SELECT next.seq, NEW."id", next.prev_hash, "audit_hash"(next.seq, next.prev_hash, NEW)
        FROM (SELECT coalesce(last."seq", 0) + 1 AS seq, coalesce(last."hash", '') AS prev_hash) AS next;
    RETURN NULL;
END;
$$;
DO $$
DECLARE
    old "audit_entries";
    last_hash text := '';
    n bigint := 0;
BEGIN
    FOR old IN SELECT * FROM "audit_entries" ORDER BY "at", "id" LOOP
        n := n + 1;
        INSERT INTO "audit_links" ("seq", "entry_id", "prev_hash", "hash")
            VALUES (n, old."id", last_hash, "audit_hash"(n, last_hash, old)) RETURNING "hash" INTO last_hash;
    END LOOP;
END;
$$;
CREATE CONSTRAINT TRIGGER "audit_entries_link" AFTER INSERT ON "audit_entries"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "link_audit_entry"();
CREATE FUNCTION "refuse_link_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_links is append-only: % refused', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;
CREATE TRIGGER "audit_links_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_links"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_link_change"();

-- Every process hears of a notice at once, and tells whoever is watching.
CREATE FUNCTION "announce_notice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'notices:' || NEW."user_id");
    RETURN NULL;
END;
$$;
CREATE TRIGGER "notices_announce" AFTER INSERT ON "notices"
    FOR EACH ROW EXECUTE FUNCTION "announce_notice"();
