-- AlterEnum
ALTER TYPE "SessionEnd" ADD VALUE 'SUSPENDED';

-- AlterTable
ALTER TABLE "users" ADD COLUMN "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN "suspension_reason" TEXT;

-- An admin's role is revoked first.
ALTER TABLE "users"
    ADD CONSTRAINT "users_suspension_check" CHECK (
        ("suspended_at" IS NULL) = ("suspension_reason" IS NULL)
        AND ("suspended_at" IS NULL OR ("deleted_at" IS NULL AND "role"::text <> 'ADMIN'))
    ),
    ADD CONSTRAINT "users_suspension_reason_check" CHECK (length("suspension_reason") BETWEEN 1 AND 500);

-- Few: their paid orders are found without reading the others.
CREATE INDEX "users_suspended_at_idx" ON "users"("suspended_at") WHERE "suspended_at" IS NOT NULL;

-- CreateTable
CREATE TABLE "banned_emails" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "banned_by_id" UUID,
    "banned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "banned_emails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "banned_emails_reason_check" CHECK (length("reason") BETWEEN 1 AND 500)
);

-- CreateIndex
CREATE UNIQUE INDEX "banned_emails_hash_key" ON "banned_emails"("hash");

-- CreateIndex
CREATE INDEX "banned_emails_banned_at_id_idx" ON "banned_emails"("banned_at" DESC, "id" DESC);
