-- CreateEnum
CREATE TYPE "ledger_account_kind" AS ENUM ('PROVIDER_BALANCE', 'DISPUTED', 'OUTSIDE', 'UNASSIGNED', 'HELD', 'BUYER_REFUNDS', 'SELLER_BALANCE', 'SELLER_PAYOUTS', 'PLATFORM_FEES', 'FEE_TAX', 'PROVIDER_FEES', 'LOSSES');

-- CreateEnum
CREATE TYPE "ledger_act" AS ENUM ('CHARGED', 'PROVIDER_FEE', 'ORDER_PAID', 'REFUND_OWED', 'REFUND_SENT', 'REFUND_FAILED', 'REFUND_SETTLED_OUTSIDE', 'DISPUTE_OPENED', 'DISPUTE_CHANGED', 'DISPUTE_WON', 'DISPUTE_LOST', 'UNMATCHED_CHARGE');

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "kind" "ledger_account_kind" NOT NULL,
    "owner_id" UUID,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "act" "ledger_act" NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "payment_id" UUID,
    "order_id" UUID,
    "unmatched_charge_id" UUID,
    "posted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "transaction_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("transaction_id","account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_kind_owner_id_key" ON "ledger_accounts"("kind", "owner_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_idempotency_key_key" ON "ledger_transactions"("idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_transactions_payment_id_idx" ON "ledger_transactions"("payment_id");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_idx" ON "ledger_entries"("account_id", "amount_cents");

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner_check"
    CHECK (("owner_id" IS NOT NULL) = ("kind" IN ('SELLER_BALANCE', 'SELLER_PAYOUTS')));
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount_check" CHECK ("amount_cents" <> 0);
CREATE INDEX "ledger_transactions_unmatched_charge_id_idx" ON "ledger_transactions"("unmatched_charge_id")
    WHERE "unmatched_charge_id" IS NOT NULL;

INSERT INTO "ledger_accounts" ("kind")
    SELECT kind FROM unnest(enum_range(NULL::"ledger_account_kind")) AS kind
    WHERE kind NOT IN ('SELLER_BALANCE', 'SELLER_PAYOUTS');

-- Balances are sums: nobody stores one, so no row is written by every act.
CREATE VIEW "ledger_balances" AS
    SELECT a."id" AS "account_id", a."kind", a."owner_id", coalesce(sum(e."amount_cents"), 0)::bigint AS "balance_cents"
    FROM "ledger_accounts" a LEFT JOIN "ledger_entries" e ON e."account_id" = a."id"
    GROUP BY a."id";

-- What is there already, as if each act had been posted when it happened, under the keys that the product posts them by.
-- The provider's fees are not known here: they follow when the reconciler asks about each payment.

-- The demo market's charges were made past the provider.
CREATE TEMP TABLE opening_payments ON COMMIT DROP AS
    SELECT p."id", p."order_id", p."amount_cents"::bigint AS amount,
        CASE WHEN p."intent_id" LIKE 'pi\_demo\_%' THEN 'OUTSIDE' ELSE 'PROVIDER_BALANCE' END AS asset,
        o."state" IN ('PAID', 'COMPLETED', 'REFUNDED') AS was_paid,
        coalesce(o."state" IN ('CANCELLED', 'EXPIRED', 'REFUNDED'), p."order_id" IS NULL
            AND EXISTS (SELECT FROM "refunds" r WHERE r."payment_id" = p."id")) AS is_owed
    FROM "payments" p LEFT JOIN "orders" o ON o."id" = p."order_id"
    WHERE p."state" IN ('SUCCEEDED', 'REFUNDED');

-- What has gone of each payment, one after the other, with what had gone before; what goes beyond its amount is lost.
CREATE TEMP TABLE opening_returns ON COMMIT DROP AS
    SELECT gone.*, p."order_id", p.asset,
        CASE WHEN p.is_owed THEN 'BUYER_REFUNDS' WHEN p.was_paid THEN 'HELD' ELSE 'UNASSIGNED' END AS liability,
        greatest(0, least(gone.cents, p.amount - coalesce(sum(gone.cents) OVER before, 0))) AS covered
    FROM (
        SELECT r."payment_id", r."id", r."amount_cents"::bigint AS cents,
            CASE r."state" WHEN 'SETTLED_OUTSIDE' THEN 'REFUND_SETTLED_OUTSIDE' ELSE 'REFUND_SENT' END AS act,
            'refund:' || r."id" || CASE r."state"::text WHEN 'SETTLED_OUTSIDE' THEN ':outside' ELSE ':sent' END AS key
        FROM "refunds" r WHERE r."state"::text IN ('PENDING', 'SUCCEEDED', 'SETTLED_OUTSIDE')
        UNION ALL
        SELECT d."payment_id", d."id", d."amount_cents", 'DISPUTE_LOST', 'dispute:' || d."id" || ':lost'
        FROM "disputes" d WHERE d."state" = 'LOST'
    ) gone JOIN opening_payments p ON p."id" = gone."payment_id"
    WINDOW before AS (PARTITION BY gone."payment_id" ORDER BY gone."id" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

CREATE TEMP TABLE opening ON COMMIT DROP AS
    SELECT 'CHARGED' AS act, 'charge:' || p."id" AS key, p."id" AS payment_id, p."order_id", NULL::uuid AS unmatched_charge_id, side.*
        FROM opening_payments p, LATERAL (VALUES (p.asset, p.amount), ('UNASSIGNED', -p.amount)) side(kind, cents)
    UNION ALL
    SELECT 'ORDER_PAID', 'paid:' || p."id", p."id", p."order_id", NULL, side.*
        FROM opening_payments p, LATERAL (VALUES ('UNASSIGNED', p.amount), ('HELD', -p.amount)) side(kind, cents)
        WHERE p.was_paid
    UNION ALL
    SELECT 'REFUND_OWED', 'owed:' || p."id", p."id", p."order_id", NULL, side.*
        FROM opening_payments p, LATERAL (VALUES
            (CASE WHEN p.was_paid THEN 'HELD' ELSE 'UNASSIGNED' END, p.amount), ('BUYER_REFUNDS', -p.amount)) side(kind, cents)
        WHERE p.is_owed
    UNION ALL
    SELECT r.act, r.key, r."payment_id", r."order_id", NULL, side.*
        FROM opening_returns r, LATERAL (VALUES
            (CASE r.act WHEN 'REFUND_SETTLED_OUTSIDE' THEN 'OUTSIDE' ELSE r.asset END, -r.cents),
            (r.liability, r.covered), ('LOSSES', r.cents - r.covered)) side(kind, cents)
        WHERE side.cents <> 0
    UNION ALL
    SELECT 'DISPUTE_OPENED', 'dispute:' || d."id" || ':opened', p."id", p."order_id", NULL, side.*
        FROM "disputes" d JOIN opening_payments p ON p."id" = d."payment_id", LATERAL (VALUES
            (p.asset, -d."amount_cents"::bigint), ('DISPUTED', d."amount_cents"::bigint)) side(kind, cents)
        WHERE d."state" IN ('NEEDS_RESPONSE', 'UNDER_REVIEW')
    UNION ALL
    SELECT 'UNMATCHED_CHARGE', 'unmatched:' || u."id" || ':1', NULL, NULL, u."id", side.*
        FROM "unmatched_charges" u, LATERAL (VALUES
            ('PROVIDER_BALANCE', u."amount_cents"::bigint), ('UNASSIGNED', -u."amount_cents"::bigint)) side(kind, cents)
        WHERE u."currency" = 'usd'
    UNION ALL
    SELECT 'UNMATCHED_CHARGE', 'unmatched:' || u."id" || ':2', NULL, NULL, u."id", side.*
        FROM "unmatched_charges" u, LATERAL (VALUES
            ('PROVIDER_BALANCE', -u."amount_cents"::bigint), ('UNASSIGNED', u."amount_cents"::bigint)) side(kind, cents)
        WHERE u."currency" = 'usd' AND u."state" = 'RETURNED';

INSERT INTO "ledger_transactions" ("act", "idempotency_key", "payment_id", "order_id", "unmatched_charge_id")
    SELECT DISTINCT act::"ledger_act", key, payment_id, order_id, unmatched_charge_id FROM opening;
INSERT INTO "ledger_entries" ("transaction_id", "account_id", "amount_cents")
    SELECT t."id", a."id", o.cents FROM opening o
    JOIN "ledger_transactions" t ON t."idempotency_key" = o.key
    JOIN "ledger_accounts" a ON a."kind" = o.kind::"ledger_account_kind" AND a."owner_id" IS NULL;

UPDATE "payments" SET "checked_at" = NULL WHERE "id" IN (SELECT "id" FROM opening_payments WHERE asset = 'PROVIDER_BALANCE');
