-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('QUEUED', 'SENDING', 'SENT', 'GATHERED', 'FAILED', 'DROPPED');

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT,
    "message" TEXT NOT NULL,
    "listing_id" UUID,
    "order_id" UUID,
    "state" "mail_state" NOT NULL DEFAULT 'QUEUED',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3),
    "gathered_into_id" UUID,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "users" ADD COLUMN "booking_mails" BOOLEAN NOT NULL DEFAULT true;

-- CreateIndex
CREATE INDEX "mails_user_id_created_at_idx" ON "mails"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "mails_gathered_into_id_idx" ON "mails"("gathered_into_id");

-- What waits to be sent; everything else is history.
CREATE INDEX "mails_waiting_idx" ON "mails"("due_at") WHERE "state" IN ('QUEUED', 'SENDING');

ALTER TABLE "mails"
    ADD CONSTRAINT "mails_settled_check" CHECK (("state" IN ('QUEUED', 'SENDING')) = ("settled_at" IS NULL)),
    ADD CONSTRAINT "mails_claimed_check" CHECK (("state" <> 'SENDING' AND "state" <> 'SENT') OR "claimed_at" IS NOT NULL),
    ADD CONSTRAINT "mails_gathered_check" CHECK (("state" = 'GATHERED') = ("gathered_into_id" IS NOT NULL));
