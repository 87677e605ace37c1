-- CreateEnum
CREATE TYPE "no_show_state" AS ENUM ('OPEN', 'ADMITTED', 'DENIED', 'UNANSWERED');

-- CreateTable
CREATE TABLE "cancellation_proposals" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "proposed_by_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "relist" BOOLEAN,
    "state" "proposal_state" NOT NULL DEFAULT 'OPEN',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "cancellation_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "no_show_reports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "reported_by_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "meeting_time" TIMESTAMPTZ(3) NOT NULL,
    "state" "no_show_state" NOT NULL DEFAULT 'OPEN',
    "answer_due_at" TIMESTAMPTZ(3) NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "no_show_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cancellation_proposals_order_id_idx" ON "cancellation_proposals"("order_id");

-- CreateIndex
CREATE INDEX "cancellation_proposals_proposed_by_id_idx" ON "cancellation_proposals"("proposed_by_id");

-- CreateIndex
CREATE INDEX "no_show_reports_reported_by_id_idx" ON "no_show_reports"("reported_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "no_show_reports_order_id_reported_by_id_key" ON "no_show_reports"("order_id", "reported_by_id");

-- AddForeignKey
ALTER TABLE "cancellation_proposals" ADD CONSTRAINT "cancellation_proposals_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "no_show_reports" ADD CONSTRAINT "no_show_reports_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

CREATE UNIQUE INDEX "cancellation_proposals_open_key" ON "cancellation_proposals"("order_id") WHERE "state" = 'OPEN';
CREATE UNIQUE INDEX "no_show_reports_open_key" ON "no_show_reports"("order_id") WHERE "state" = 'OPEN';

-- What the minute's job asks for.
CREATE INDEX "cancellation_proposals_due_idx" ON "cancellation_proposals"("due_at") WHERE "state" = 'OPEN';
CREATE INDEX "no_show_reports_due_idx" ON "no_show_reports"("answer_due_at") WHERE "state" = 'OPEN';

ALTER TABLE "cancellation_proposals"
    ADD CONSTRAINT "cancellation_proposals_answered_check" CHECK (("state" = 'OPEN') = ("answered_at" IS NULL)),
    ADD CONSTRAINT "cancellation_proposals_reason_check" CHECK (length("reason") <= 300);
ALTER TABLE "no_show_reports"
    ADD CONSTRAINT "no_show_reports_answered_check" CHECK (("state" = 'OPEN') = ("answered_at" IS NULL)),
    ADD CONSTRAINT "no_show_reports_answer_check" CHECK (("state" = 'DENIED') = ("answer" IS NOT NULL)),
    ADD CONSTRAINT "no_show_reports_text_check" CHECK (length("text") <= 500 AND length("answer") <= 500);

ALTER TABLE "orders"
    DROP CONSTRAINT "orders_ending_check",
    ADD CONSTRAINT "orders_ending_check" CHECK (
        CASE "state"
            WHEN 'PLACED' THEN "ending" IS NULL
            WHEN 'PAID' THEN "ending" IS NULL
            WHEN 'HANDED_OVER' THEN "ending" = 'HANDED_OVER'
            WHEN 'RELEASED' THEN "ending" = 'HANDED_OVER'
            WHEN 'EXPIRED' THEN "ending" = 'EXPIRED'
            WHEN 'CANCELLED' THEN "ending" IN ('CANCELLED_BY_BUYER', 'RELEASED', 'SIDE_REMOVED')
            ELSE "ending" IN ('REFUNDED_BY_SELLER', 'REFUNDED_BY_ADMIN', 'REFUNDED_AT_PROVIDER', 'SIDE_REMOVED',
                'HANDOVER_MISSED', 'DISPUTE_LOST', 'CANCELLED_BY_AGREEMENT', 'SELLER_NO_SHOW', 'BUYER_NO_SHOW')
        END IS TRUE AND ("ending" IS NULL) = ("ended_at" IS NULL));
