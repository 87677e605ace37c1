-- AlterTable
ALTER TABLE "markets" ADD COLUMN     "charges_seen_until" TIMESTAMPTZ(3);

-- A buyer's payments that have no order yet are asked for by their amount.
CREATE INDEX "payments_buyer_id_amount_idx" ON "payments"("buyer_id", "amount_cents") WHERE "order_id" IS NULL;
