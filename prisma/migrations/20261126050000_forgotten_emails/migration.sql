-- The email of an account that gave way is forgotten, with its owner's removal or after some days.
ALTER TABLE "users" DROP CONSTRAINT "users_set_aside_check",
    ADD CONSTRAINT "users_set_aside_check" CHECK ("set_aside_email" IS NULL OR ("set_aside_at" IS NOT NULL AND "deleted_at" IS NULL));

CREATE INDEX "users_set_aside_email_idx" ON "users"("set_aside_email") WHERE "set_aside_email" IS NOT NULL;
