-- CreateEnum
CREATE TYPE "claim_reason" AS ENUM ('NOT_AS_DESCRIBED', 'DOES_NOT_WORK', 'LOCKED_OR_STOLEN', 'ANOTHER_PHONE', 'OTHER');

-- CreateEnum
CREATE TYPE "claim_wish" AS ENUM ('MONEY_BACK', 'PART', 'RETURN');

-- CreateEnum
CREATE TYPE "claim_state" AS ENUM ('SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING', 'UNDECIDED', 'REFUNDED', 'PARTLY_REFUNDED', 'RETURNED', 'DECLINED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "claim_answer" AS ENUM ('AGREED', 'OFFERED', 'DISAGREED');

-- CreateEnum
CREATE TYPE "case_decision" AS ENUM ('REFUND', 'REFUND_PART', 'RETURN', 'RELEASE');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "give_back_cents" INTEGER;

-- CreateTable
CREATE TABLE "claims" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "reason" "claim_reason" NOT NULL,
    "text" TEXT NOT NULL,
    "images" TEXT[],
    "wish" "claim_wish" NOT NULL,
    "wish_cents" INTEGER,
    "state" "claim_state" NOT NULL DEFAULT 'SELLER_ANSWERS',
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3),
    "answer" "claim_answer",
    "answer_text" TEXT,
    "offer_cents" INTEGER,
    "answered_at" TIMESTAMPTZ(3),
    "return_code" TEXT,
    "return_attempts" INTEGER NOT NULL DEFAULT 0,
    "case_opened_at" TIMESTAMPTZ(3),
    "decision" "case_decision",
    "decision_reason" TEXT,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "refund_cents" INTEGER,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "claims_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_notes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "case_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "claims_order_id_key" ON "claims"("order_id");

-- CreateIndex
CREATE INDEX "claims_images_idx" ON "claims" USING GIN ("images");

-- CreateIndex
CREATE INDEX "case_notes_order_id_id_idx" ON "case_notes"("order_id", "id");

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

ALTER TABLE "orders"
    DROP CONSTRAINT "orders_ending_check",
    ADD CONSTRAINT "orders_ending_check" CHECK (
        CASE
            WHEN "state" IN ('PLACED', 'PAID') THEN "ending" IS NULL
            WHEN "state" IN ('HANDED_OVER', 'CLAIMED', 'RETURNING', 'RELEASED', 'PARTLY_REFUNDED')
                THEN "ending" = 'HANDED_OVER'
            WHEN "state" = 'EXPIRED' THEN "ending" = 'EXPIRED'
            WHEN "state" = 'CANCELLED' THEN "ending" IN ('CANCELLED_BY_BUYER', 'RELEASED', 'SIDE_REMOVED')
            ELSE "ending" IN ('REFUNDED_BY_SELLER', 'REFUNDED_BY_ADMIN', 'REFUNDED_AT_PROVIDER', 'SIDE_REMOVED',
                'HANDOVER_MISSED', 'DISPUTE_LOST', 'CANCELLED_BY_AGREEMENT', 'SELLER_NO_SHOW', 'BUYER_NO_SHOW',
                'PHONE_RETURNED')
        END IS TRUE AND ("ending" IS NULL) = ("ended_at" IS NULL)),
    DROP CONSTRAINT "orders_released_check",
    ADD CONSTRAINT "orders_released_check" CHECK (
        "state" NOT IN ('RELEASED', 'PARTLY_REFUNDED') OR "released_at" IS NOT NULL),
    -- A part is less than all: all of it is REFUNDED.
    ADD CONSTRAINT "orders_give_back_check" CHECK (
        ("state" = 'PARTLY_REFUNDED') = ("give_back_cents" IS NOT NULL)
        AND ("give_back_cents" IS NULL OR "give_back_cents" BETWEEN 1 AND "price_cents" - 1));

ALTER TABLE "claims"
    ALTER COLUMN "images" SET NOT NULL,
    ADD CONSTRAINT "claims_text_check" CHECK (length("text") <= 2000 AND length("answer_text") <= 2000),
    ADD CONSTRAINT "claims_images_check" CHECK (cardinality("images") <= 6),
    ADD CONSTRAINT "claims_wish_check" CHECK (
        ("wish" = 'PART') = ("wish_cents" IS NOT NULL) AND ("wish_cents" IS NULL OR "wish_cents" > 0)),
    ADD CONSTRAINT "claims_answer_check" CHECK (
        ("answer" IS NULL) = ("answered_at" IS NULL)
        AND ("answer" IS NOT DISTINCT FROM 'OFFERED') = ("offer_cents" IS NOT NULL)
        AND ("offer_cents" IS NULL OR "offer_cents" > 0)),
    -- Nobody waits without end.
    ADD CONSTRAINT "claims_due_check" CHECK (
        ("state" IN ('SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING', 'UNDECIDED')) = ("due_at" IS NOT NULL)
        AND ("due_at" IS NULL) = ("closed_at" IS NOT NULL)),
    ADD CONSTRAINT "claims_turn_check" CHECK (
        CASE "state"
            WHEN 'SELLER_ANSWERS' THEN "answer" IS NULL
            WHEN 'BUYER_ANSWERS' THEN "answer" = 'OFFERED'
            WHEN 'UNDECIDED' THEN "case_opened_at" IS NOT NULL
            ELSE true
        END IS TRUE),
    ADD CONSTRAINT "claims_return_check" CHECK (
        ("state" = 'RETURNING') = ("return_code" IS NOT NULL)
        AND ("return_code" IS NULL OR "return_code" ~ '^[0-9]{6}$') AND "return_attempts" >= 0),
    ADD CONSTRAINT "claims_decision_check" CHECK (
        num_nulls("decision", "decision_reason", "decided_by_id", "decided_at") IN (0, 4)
        AND ("decision" IS NULL OR "case_opened_at" IS NOT NULL)),
    ADD CONSTRAINT "claims_refund_check" CHECK ("refund_cents" >= 0);

ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_text_check" CHECK (
    length(btrim("text")) > 0 AND length("text") <= 2000);

-- What the minute's job asks for, and the queue of admins.
CREATE INDEX "claims_due_idx" ON "claims"("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "claims_decided_idx" ON "claims"("decided_at" DESC, "order_id" DESC) WHERE "decided_at" IS NOT NULL;
