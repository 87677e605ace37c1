-- Links made from now on have the id of the key that made them. Those that are there have none: the first one with a key
-- covers the hash of the last without, and so seals them.
ALTER TABLE "audit_links" ADD COLUMN "key_id" TEXT;

-- CreateTable
CREATE TABLE "audit_pending" (
    "entry_id" UUID NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_pending_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "number" INTEGER NOT NULL,
    "entries" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "running_since" TIMESTAMPTZ(3) NOT NULL,
    "previous" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("number")
);

-- What may happen very often is written once an hour: reads of an admin's, and what was refused.
CREATE UNIQUE INDEX "audit_entries_hourly_key"
    ON "audit_entries" ("action", date_trunc('hour', "at" AT TIME ZONE 'UTC'), "actor_id", "subject_id") NULLS NOT DISTINCT
    WHERE "action" LIKE 'read.%' OR "action" LIKE 'refused.%';
