-- CreateIndex
CREATE INDEX "ledger_transactions_posted_at_idx" ON "ledger_transactions"("posted_at");

-- CreateIndex
CREATE INDEX "receipts_order_id_kind_idx" ON "receipts"("order_id", "kind");

-- DropIndex
DROP INDEX "receipts_order_id_kind_key";

-- What schema.prisma cannot say. A fee that changes after its invoice has further documents.
CREATE UNIQUE INDEX "receipts_one_receipt_per_order" ON "receipts"("order_id") WHERE "kind" = 'RECEIPT';
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_amount_check";
ALTER TABLE "receipts"
    ADD CONSTRAINT "receipts_amount_check" CHECK ("amount_cents" > 0 OR "kind" = 'FEE_INVOICE' AND "amount_cents" <> 0);

-- Of fees that have changed until now.
WITH "earned" AS (
    SELECT p."order_id", -sum(e."amount_cents") AS "cents", max(t."posted_at") AS "at"
    FROM "ledger_accounts" a
    JOIN "ledger_entries" e ON e."account_id" = a."id"
    JOIN "ledger_transactions" t ON t."id" = e."transaction_id"
    JOIN "payments" p ON p."id" = t."payment_id"
    WHERE a."kind" IN ('PLATFORM_FEES', 'FEE_TAX') AND p."order_id" IS NOT NULL
    GROUP BY 1
), "due" AS (
    SELECT earned."order_id", earned."at", earned."cents" - coalesce(sum(r."amount_cents"), 0) AS "cents"
    FROM "earned" LEFT JOIN "receipts" r ON r."order_id" = earned."order_id" AND r."kind" = 'FEE_INVOICE'
    GROUP BY 1, 2, earned."cents"
)
INSERT INTO "receipts" ("kind", "number", "order_id", "amount_cents", "occurred_at")
SELECT 'FEE_INVOICE',
    (SELECT coalesce(max("number"), 0) FROM "receipts" WHERE "kind" = 'FEE_INVOICE') + row_number() OVER (ORDER BY "at", "order_id"),
    "order_id", "cents", "at"
FROM "due" WHERE "cents" <> 0;
