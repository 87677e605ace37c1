-- The identity provider counts in whole seconds: by them two sign-ins of one account were one session.
-- DropIndex
DROP INDEX "sessions_user_id_signed_in_at_key";

-- DropIndex
DROP INDEX "sessions_user_id_idx";

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "lapses" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "sessions_user_id_signed_in_at_idx" ON "sessions"("user_id", "signed_in_at");
