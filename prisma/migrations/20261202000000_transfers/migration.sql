-- CreateEnum
CREATE TYPE "transfer_state" AS ENUM ('PENDING', 'SENT', 'FAILED');

-- CreateEnum
CREATE TYPE "payout_state" AS ENUM ('REQUESTED', 'IN_TRANSIT', 'PAID', 'FAILED', 'RETURNED');

-- AlterEnum
ALTER TYPE "ledger_account_kind" ADD VALUE 'CONNECTED_BALANCE' AFTER 'PROVIDER_BALANCE';

-- AlterEnum
ALTER TYPE "ledger_act" ADD VALUE 'TRANSFER_SENT';
ALTER TYPE "ledger_act" ADD VALUE 'TRANSFER_REVERSED';
ALTER TYPE "ledger_act" ADD VALUE 'PAYOUT_PAID';
ALTER TYPE "ledger_act" ADD VALUE 'PAYOUT_RETURNED';

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "available_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payout_accounts" ADD COLUMN     "payout_asked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "payouts_frozen_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "transfers" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "reversed_cents" INTEGER NOT NULL DEFAULT 0,
    "state" "transfer_state" NOT NULL DEFAULT 'PENDING',
    "provider_id" TEXT,
    "failure_reason" TEXT,
    "planned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfer_reversals" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "transfer_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "state" "transfer_state" NOT NULL DEFAULT 'PENDING',
    "provider_id" TEXT,
    "failure_reason" TEXT,
    "planned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfer_reversals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "seller_id" UUID NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "state" "payout_state" NOT NULL DEFAULT 'REQUESTED',
    "provider_id" TEXT,
    "failure_reason" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "arrives_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "transfers_provider_id_key" ON "transfers"("provider_id");

-- CreateIndex
CREATE INDEX "transfers_order_id_idx" ON "transfers"("order_id");

-- CreateIndex
CREATE INDEX "transfers_seller_id_idx" ON "transfers"("seller_id");

-- CreateIndex
CREATE UNIQUE INDEX "transfer_reversals_provider_id_key" ON "transfer_reversals"("provider_id");

-- CreateIndex
CREATE INDEX "transfer_reversals_transfer_id_idx" ON "transfer_reversals"("transfer_id");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_provider_id_key" ON "payouts"("provider_id");

-- CreateIndex
CREATE INDEX "payouts_seller_id_requested_at_idx" ON "payouts"("seller_id", "requested_at" DESC);

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_reversals" ADD CONSTRAINT "transfer_reversals_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

ALTER TABLE "transfers"
    ADD CONSTRAINT "transfers_amount_check" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "transfers_reversed_check" CHECK ("reversed_cents" BETWEEN 0 AND
        CASE "state" WHEN 'SENT' THEN "amount_cents" ELSE 0 END),
    ADD CONSTRAINT "transfers_state_check" CHECK (("state" = 'SENT') = ("provider_id" IS NOT NULL)
        AND ("state" = 'FAILED') = ("failure_reason" IS NOT NULL) AND ("state" = 'PENDING') = ("settled_at" IS NULL));
CREATE UNIQUE INDEX "transfers_one_pending_key" ON "transfers"("order_id") WHERE "state" = 'PENDING';

ALTER TABLE "transfer_reversals"
    ADD CONSTRAINT "transfer_reversals_amount_check" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "transfer_reversals_state_check" CHECK (("state" = 'SENT') = ("provider_id" IS NOT NULL)
        AND ("state" = 'FAILED') = ("failure_reason" IS NOT NULL) AND ("state" = 'PENDING') = ("settled_at" IS NULL));
CREATE UNIQUE INDEX "transfer_reversals_one_pending_key" ON "transfer_reversals"("transfer_id") WHERE "state" = 'PENDING';

ALTER TABLE "payouts"
    ADD CONSTRAINT "payouts_amount_check" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "payouts_state_check" CHECK (CASE "state"
            WHEN 'REQUESTED' THEN "provider_id" IS NULL
            WHEN 'FAILED' THEN TRUE
            ELSE "provider_id" IS NOT NULL
        END AND ("state" IN ('FAILED', 'RETURNED')) = ("failure_reason" IS NOT NULL)
        AND ("state" IN ('REQUESTED', 'IN_TRANSIT')) = ("settled_at" IS NULL));
CREATE UNIQUE INDEX "payouts_one_requested_key" ON "payouts"("seller_id") WHERE "state" = 'REQUESTED';
-- What the minute's job asks for.
CREATE INDEX "payouts_open_idx" ON "payouts"("asked_at") WHERE "state" IN ('REQUESTED', 'IN_TRANSIT');

-- From when on the money of what was charged already may be used: the reconciler asks about each of them again.
UPDATE "payments" SET "checked_at" = NULL WHERE "state" = 'SUCCEEDED' AND "intent_id" NOT LIKE 'pi\_demo\_%';
