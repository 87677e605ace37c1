-- CreateEnum
CREATE TYPE "order_ending" AS ENUM ('HANDED_OVER', 'CANCELLED_BY_BUYER', 'RELEASED', 'EXPIRED', 'REFUNDED_BY_SELLER', 'REFUNDED_BY_ADMIN', 'REFUNDED_AT_PROVIDER', 'SIDE_REMOVED', 'HANDOVER_MISSED', 'DISPUTE_LOST');

-- CreateEnum
CREATE TYPE "proposal_state" AS ENUM ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "refund_state" AS ENUM ('REQUESTED', 'PENDING', 'SUCCEEDED', 'FAILED');

-- CreateEnum
CREATE TYPE "dispute_state" AS ENUM ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST');

-- CreateEnum
CREATE TYPE "unmatched_charge_state" AS ENUM ('WAITING', 'RETURNING', 'RETURNED', 'DISMISSED');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "answer_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "end_reason" TEXT,
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "ending" "order_ending",
ADD COLUMN     "handover_claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "handover_denied_at" TIMESTAMPTZ(3),
ADD COLUMN     "handover_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "meeting_time" TIMESTAMPTZ(3),
ADD COLUMN     "paid_at" TIMESTAMPTZ(3);

-- What the bank disputes is asked of the provider again, which knows more of it than this column did.
UPDATE "payments" SET "checked_at" = NULL WHERE "disputed_at" IS NOT NULL;

-- AlterTable
ALTER TABLE "payments" DROP COLUMN "disputed_at",
ADD COLUMN     "buyer_id" UUID,
ADD COLUMN     "found_by_price" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "order_id" DROP NOT NULL;

-- DropTable
DROP TABLE "provider_events";

-- CreateTable
CREATE TABLE "meeting_proposals" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "proposed_by_id" UUID NOT NULL,
    "meeting_place" TEXT NOT NULL,
    "meeting_time" TIMESTAMPTZ(3),
    "state" "proposal_state" NOT NULL DEFAULT 'OPEN',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "meeting_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_notes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_reminders" (
    "order_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_reminders_pkey" PRIMARY KEY ("order_id","kind")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "payment_id" UUID NOT NULL,
    "provider_id" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "state" "refund_state" NOT NULL DEFAULT 'REQUESTED',
    "reason" TEXT NOT NULL,
    "requested_by_id" UUID,
    "failure_reason" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disputes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "payment_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "state" "dispute_state" NOT NULL,
    "reason" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unmatched_charges" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "charge_id" TEXT NOT NULL,
    "intent_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "state" "unmatched_charge_state" NOT NULL DEFAULT 'WAITING',
    "charged_at" TIMESTAMPTZ(3) NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "unmatched_charges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "markets" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_checks" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "violations" TEXT[],

    CONSTRAINT "ledger_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "result" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateIndex
CREATE INDEX "meeting_proposals_order_id_id_idx" ON "meeting_proposals"("order_id", "id");

-- CreateIndex
CREATE INDEX "order_notes_order_id_id_idx" ON "order_notes"("order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_provider_id_key" ON "refunds"("provider_id");

-- CreateIndex
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_provider_id_key" ON "disputes"("provider_id");

-- CreateIndex
CREATE INDEX "disputes_payment_id_idx" ON "disputes"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "unmatched_charges_charge_id_key" ON "unmatched_charges"("charge_id");

-- CreateIndex
CREATE INDEX "unmatched_charges_found_at_id_idx" ON "unmatched_charges"("found_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_checks_finished_at_idx" ON "ledger_checks"("finished_at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "meeting_proposals" ADD CONSTRAINT "meeting_proposals_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is there already.

UPDATE "payments" p SET "buyer_id" = o."buyer_id" FROM "orders" o WHERE o."id" = p."order_id";
ALTER TABLE "payments" ALTER COLUMN "buyer_id" SET NOT NULL;

UPDATE "orders" o SET "paid_at" = coalesce(
    (SELECT max(p."received_at") FROM "payments" p WHERE p."order_id" = o."id"), o."updated_at"
) WHERE o."state" IN ('PAID', 'COMPLETED', 'REFUNDED');
-- Whoever was paid before there was an end gets the whole time from now on, and a code where there was none.
UPDATE "orders" SET
    "handover_due_at" = now() + interval '14 days',
    "handover_code" = coalesce("handover_code", lpad(floor(random() * 1000000)::int::text, 6, '0'))
WHERE "state" = 'PAID';
UPDATE "orders" o SET
    "ending" = CASE o."state"
        WHEN 'COMPLETED' THEN 'HANDED_OVER'
        WHEN 'EXPIRED' THEN 'EXPIRED'
        WHEN 'CANCELLED' THEN CASE WHEN act."actor_id" = o."buyer_id" AND act."reason" IS NULL
            THEN 'CANCELLED_BY_BUYER' ELSE 'SIDE_REMOVED' END
        ELSE CASE
            WHEN act."actor_id" IS NULL THEN 'REFUNDED_AT_PROVIDER'
            WHEN act."actor_id" = (SELECT l."seller_id" FROM "listings" l WHERE l."id" = o."listing_id")
                THEN 'REFUNDED_BY_SELLER'
            ELSE 'REFUNDED_BY_ADMIN' END
    END::"order_ending",
    "ended_at" = coalesce(act."at", o."updated_at"),
    "end_reason" = act."reason"
FROM "orders" ended LEFT JOIN LATERAL (
    SELECT a."actor_id", a."reason", a."at" FROM "audit_entries" a
    WHERE a."subject_type" = 'order' AND a."subject_id" = ended."id"
        AND a."action" IN ('order.cancel', 'order.expire', 'order.refund', 'order.hand-over')
    ORDER BY a."at" DESC, a."id" DESC LIMIT 1
) act ON true
WHERE ended."id" = o."id" AND o."state" NOT IN ('PLACED', 'PAID');

INSERT INTO "refunds" ("payment_id", "amount_cents", "state", "reason")
    SELECT p."id", p."amount_cents", 'SUCCEEDED', coalesce(o."end_reason", 'The order could not be paid any more')
    FROM "payments" p JOIN "orders" o ON o."id" = p."order_id" WHERE p."state" = 'REFUNDED';
INSERT INTO "refunds" ("payment_id", "amount_cents", "state", "reason")
    SELECT p."id", p."amount_cents", 'REQUESTED', coalesce(o."end_reason", 'The order could not be paid any more')
    FROM "payments" p JOIN "orders" o ON o."id" = p."order_id"
    WHERE p."state" = 'SUCCEEDED' AND o."state" IN ('CANCELLED', 'EXPIRED', 'REFUNDED');

INSERT INTO "markets" DEFAULT VALUES;

-- What schema.prisma cannot say.

ALTER TABLE "orders"
    ADD CONSTRAINT "orders_ending_check" CHECK (
        CASE "state"
            WHEN 'PLACED' THEN "ending" IS NULL
            WHEN 'PAID' THEN "ending" IS NULL
            WHEN 'COMPLETED' THEN "ending" = 'HANDED_OVER'
            WHEN 'EXPIRED' THEN "ending" = 'EXPIRED'
            WHEN 'CANCELLED' THEN "ending" IN ('CANCELLED_BY_BUYER', 'RELEASED', 'SIDE_REMOVED')
            ELSE "ending" IN ('REFUNDED_BY_SELLER', 'REFUNDED_BY_ADMIN', 'REFUNDED_AT_PROVIDER', 'SIDE_REMOVED',
                'HANDOVER_MISSED', 'DISPUTE_LOST')
        END IS TRUE AND ("ending" IS NULL) = ("ended_at" IS NULL)),
    ADD CONSTRAINT "orders_paid_check" CHECK (
        "state" <> 'PAID' OR num_nulls("paid_at", "handover_due_at", "handover_code") = 0),
    ADD CONSTRAINT "orders_answer_check" CHECK (("handover_claimed_at" IS NULL) = ("answer_due_at" IS NULL));
ALTER TABLE "meeting_proposals"
    ADD CONSTRAINT "meeting_proposals_place_check" CHECK (btrim("meeting_place") <> ''),
    ADD CONSTRAINT "meeting_proposals_answered_check" CHECK (("state" = 'OPEN') = ("answered_at" IS NULL));
CREATE UNIQUE INDEX "meeting_proposals_one_open" ON "meeting_proposals"("order_id") WHERE "state" = 'OPEN';
ALTER TABLE "order_notes"
    ADD CONSTRAINT "order_notes_text_check" CHECK (btrim("text") <> '' AND length("text") <= 1000);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_check" CHECK ("amount_cents" > 0);
ALTER TABLE "disputes"
    ADD CONSTRAINT "disputes_amount_check" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "disputes_closed_check" CHECK (("state" IN ('WON', 'LOST')) = ("closed_at" IS NOT NULL));
ALTER TABLE "unmatched_charges"
    ADD CONSTRAINT "unmatched_charges_amount_check" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "unmatched_charges_cause_check"
        CHECK ("cause" IN ('unknown-order', 'wrong-amount', 'second-charge', 'no-order'));
ALTER TABLE "ledger_checks" ALTER COLUMN "violations" SET NOT NULL;
ALTER TABLE "idempotency_keys"
    ADD CONSTRAINT "idempotency_keys_key_check" CHECK (length("key") BETWEEN 1 AND 255);

-- One market a database. One refund of a payment at a time waits to be sent. One open payment of a buyer and an amount
-- has no order yet.
CREATE UNIQUE INDEX "markets_one" ON "markets"((true));
CREATE UNIQUE INDEX "refunds_one_requested" ON "refunds"("payment_id") WHERE "state" = 'REQUESTED';
CREATE UNIQUE INDEX "payments_one_without_order" ON "payments"("buyer_id", "amount_cents")
    WHERE "order_id" IS NULL AND "state" = 'PENDING';

-- What falls due, and what is open.
CREATE INDEX "orders_handover_due_idx" ON "orders"("handover_due_at") WHERE "state" = 'PAID';
CREATE INDEX "orders_answer_due_idx" ON "orders"("answer_due_at") WHERE "state" = 'PAID' AND "answer_due_at" IS NOT NULL;
CREATE INDEX "refunds_open_idx" ON "refunds"("due_at") WHERE "state" IN ('REQUESTED', 'PENDING');
CREATE INDEX "disputes_open_idx" ON "disputes"("payment_id") WHERE "state" NOT IN ('WON', 'LOST');
CREATE INDEX "payments_without_order_idx" ON "payments"("received_at") WHERE "order_id" IS NULL;
