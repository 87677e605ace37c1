-- CreateTable
CREATE TABLE "seller_balances" (
    "account_id" UUID NOT NULL,
    "kind" "ledger_account_kind" NOT NULL,
    "seller_id" UUID NOT NULL,
    "balance_cents" BIGINT NOT NULL,

    CONSTRAINT "seller_balances_pkey" PRIMARY KEY ("account_id")
);

-- What schema.prisma cannot say. Most balances are zero: all was sent on.
CREATE INDEX "seller_balances_open_idx" ON "seller_balances"("kind", "balance_cents") WHERE "balance_cents" <> 0;

-- What the version before posts meanwhile is not missed: no entry is added until the trigger is there, which is a file afterwards.
LOCK TABLE "ledger_entries" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "seller_balances" ("account_id", "kind", "seller_id", "balance_cents")
    SELECT a."id", a."kind", a."owner_id", -sum(e."amount_cents")
    FROM "ledger_accounts" a JOIN "ledger_entries" e ON e."account_id" = a."id"
    WHERE a."owner_id" IS NOT NULL
    GROUP BY a."id";

CREATE OR REPLACE FUNCTION "sum_seller_entries"() RETURNS trigger LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO "seller_balances" ("account_id", "kind", "seller_id", "balance_cents")
        SELECT a."id", a."kind", a."owner_id", -sum(e."amount_cents")
        FROM "new_entries" e JOIN "ledger_accounts" a ON a."id" = e."account_id"
        WHERE a."owner_id" IS NOT NULL
        GROUP BY a."id"
        ORDER BY a."id"
        ON CONFLICT ("account_id") DO UPDATE SET "balance_cents" = "seller_balances"."balance_cents" + excluded."balance_cents";
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "ledger_entries_sum"
    AFTER INSERT ON "ledger_entries"
    REFERENCING NEW TABLE AS "new_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "sum_seller_entries"();

-- Made again, and kept, by the file of that name.
COMMENT ON FUNCTION "sum_seller_entries"() IS 'prisma/triggers';
COMMENT ON TRIGGER "ledger_entries_sum" ON "ledger_entries" IS 'prisma/triggers';
