-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_change_to" TEXT,
ADD COLUMN "email_change_asked_at" TIMESTAMPTZ(3),
ADD COLUMN "email_before" TEXT,
ADD COLUMN "email_left_at" TIMESTAMPTZ(3),
ADD COLUMN "sign_ins" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

ALTER TABLE "users" ADD CONSTRAINT "users_email_change_check" CHECK (("email_change_to" IS NULL) = ("email_change_asked_at" IS NULL));
ALTER TABLE "users" ADD CONSTRAINT "users_email_before_check" CHECK (("email_before" IS NULL) = ("email_left_at" IS NULL));
