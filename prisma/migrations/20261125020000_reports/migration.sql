-- CreateEnum
CREATE TYPE "report_reason" AS ENUM ('NOT_A_PHONE', 'STOLEN', 'MISLEADING', 'WRONG_PRICE', 'OFFENSIVE', 'OTHER');

-- CreateEnum
CREATE TYPE "report_state" AS ENUM ('OPEN', 'DISMISSED', 'ACTED');

-- CreateTable
CREATE TABLE "reports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "listing_id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "reason" "report_reason" NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "state" "report_state" NOT NULL DEFAULT 'OPEN',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "handled_by_id" UUID,
    "handled_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reports_reporter_id_created_at_idx" ON "reports"("reporter_id", "created_at");

-- CreateIndex
CREATE INDEX "reports_listing_id_idx" ON "reports"("listing_id");

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One open report of a person about a listing; what the queue of open ones reads.
CREATE UNIQUE INDEX "reports_one_open" ON "reports"("listing_id", "reporter_id") WHERE "state" = 'OPEN';

-- A closed report says who closed it, when and why.
ALTER TABLE "reports" ADD CONSTRAINT "reports_handled_check" CHECK (
    ("state"::text = 'OPEN' AND num_nonnulls("handled_by_id", "handled_at", "note") = 0)
    OR ("state"::text <> 'OPEN' AND num_nonnulls("handled_by_id", "handled_at", "note") = 3)
);
