-- AlterEnum
ALTER TYPE "SessionEnd" ADD VALUE 'EMAIL_CLAIMED' BEFORE 'REMOVED';

-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3),
ADD COLUMN "identity_valid_since" TIMESTAMPTZ(3),
ADD COLUMN "set_aside_at" TIMESTAMPTZ(3),
ADD COLUMN "set_aside_email" TEXT;

-- An account that is set aside has given up its email, like a deleted one.
ALTER TABLE "users" DROP CONSTRAINT "users_deleted_check",
ADD CONSTRAINT "users_deleted_check" CHECK (("deleted_at" IS NULL AND "set_aside_at" IS NULL) = ("email" IS NOT NULL)),
ADD CONSTRAINT "users_set_aside_check" CHECK (("set_aside_email" IS NOT NULL) = ("set_aside_at" IS NOT NULL AND "deleted_at" IS NULL));

-- CreateIndex
CREATE INDEX "users_set_aside_at_idx" ON "users"("set_aside_at") WHERE "set_aside_at" IS NOT NULL;
