-- AlterTable
ALTER TABLE "users" ADD COLUMN "deletion_requested_at" TIMESTAMPTZ(3),
ADD COLUMN "deletes_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "listings" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);

ALTER TABLE "users"
    ADD CONSTRAINT "users_deletion_check" CHECK (
        ("deletion_requested_at" IS NULL) = ("deletes_at" IS NULL) AND ("deletes_at" IS NULL OR "deleted_at" IS NULL)
    );

-- Only what has left the market is hidden, so that nothing hidden is in a list.
ALTER TABLE "listings" ADD CONSTRAINT "listings_hidden_check" CHECK ("hidden_at" IS NULL OR "state" = 'REMOVED');

-- Few: those that are due are found without reading the others.
CREATE INDEX "users_deletes_at_idx" ON "users"("deletes_at") WHERE "deletes_at" IS NOT NULL;
