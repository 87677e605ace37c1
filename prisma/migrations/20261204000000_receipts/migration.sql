-- CreateEnum
CREATE TYPE "receipt_kind" AS ENUM ('RECEIPT', 'FEE_INVOICE');

-- CreateTable
CREATE TABLE "receipts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "kind" "receipt_kind" NOT NULL,
    "number" INTEGER NOT NULL,
    "order_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "receipts_kind_number_key" ON "receipts"("kind", "number");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_order_id_kind_key" ON "receipts"("order_id", "kind");

-- CreateIndex
CREATE INDEX "receipts_kind_occurred_at_idx" ON "receipts"("kind", "occurred_at");

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "orders_paid_at_idx" ON "orders"("paid_at");

-- CreateIndex
CREATE INDEX "orders_released_at_idx" ON "orders"("released_at");

-- What schema.prisma cannot say.

ALTER TABLE "receipts"
    ADD CONSTRAINT "receipts_number_check" CHECK ("number" > 0),
    ADD CONSTRAINT "receipts_amount_check" CHECK ("amount_cents" > 0);
