-- After ledger entries are added: adds those of sellers' accounts to the accounts' sums, each in the transaction that posts. Whoever
-- looks for sellers who have money, or owe it, reads a row for each of these and no entry. The server's role may only read the sums.
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
