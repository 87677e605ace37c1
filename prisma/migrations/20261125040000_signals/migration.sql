-- Which of 1,024 locks a model belongs to. Whoever adds a listing of the model shares the lock; the job that deletes models
-- takes it alone. They are few, so that a transaction of many listings takes few.
CREATE FUNCTION "search_model_lock"(model text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT hashtextextended('second-ring/model:' || (hashtextextended(model, 0) & 1023), 0)
$$;

-- Models that nobody has for sale any more.
DELETE FROM "search_models" m WHERE NOT EXISTS (SELECT FROM "listing_search" s WHERE s."model" = m."model");
ALTER TABLE "search_models" ADD COLUMN "is_common" BOOLEAN NOT NULL DEFAULT false;
UPDATE "search_models" SET "is_common" = true WHERE "model" IN (
    SELECT s."model" FROM "listing_search" s
    JOIN "users" u ON u."id" = s."seller_id" AND u."email_verified_at" IS NOT NULL
    GROUP BY s."model" HAVING count(DISTINCT s."seller_id") >= 4);
CREATE INDEX "search_models_common_words_idx" ON "search_models" USING GIN ("search_model_words"("model"))
    WHERE "is_common";
CREATE INDEX "search_models_common_beginning_idx" ON "search_models" ((lower("model")) text_pattern_ops)
    WHERE "is_common";

-- Words are those of several sellers of standing. The default is for the trigger of before, until the new one is there; the
-- job deletes what it adds.
DELETE FROM "search_words";
ALTER TABLE "search_words" ADD COLUMN "sellers" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
INSERT INTO "search_words" ("word", "sellers")
    SELECT word, count(DISTINCT "seller_id")
    FROM (SELECT DISTINCT "model", "seller_id" FROM "listing_search") AS pairs
    JOIN "users" u ON u."id" = "seller_id" AND u."email_verified_at" IS NOT NULL,
    unnest(string_to_array("model", ' ')) AS word
    WHERE length(word) BETWEEN 3 AND 64 GROUP BY word HAVING count(DISTINCT "seller_id") >= 4;
CREATE INDEX "search_words_checked_at_idx" ON "search_words"("checked_at");

-- Prices count once a seller, so the seller stands in the index.
DROP INDEX "listing_search_band_idx";
CREATE INDEX "listing_search_band_idx" ON "listing_search"("model", "condition", "category_id", "years_used", "listing_id" DESC, "price_cents", "seller_id");

-- What was sold is what was handed over and paid through.
DROP INDEX "sold_phones_band_idx";
DELETE FROM "sold_phones";
ALTER TABLE "sold_phones" ADD COLUMN "order_id" UUID NOT NULL,
    ADD COLUMN "seller_id" UUID NOT NULL,
    ADD COLUMN "buyer_id" UUID NOT NULL;
INSERT INTO "sold_phones" ("listing_id", "order_id", "seller_id", "buyer_id", "category_id", "model", "condition",
        "price_cents", "years_used")
    SELECT DISTINCT ON (l."id") l."id", o."id", l."seller_id", o."buyer_id", l."category_id", "search_text"(l."product_name"),
        l."condition", o."price_cents", l."years_used"
    FROM "orders" o JOIN "listings" l ON l."id" = o."listing_id"
    WHERE o."state" = 'COMPLETED' AND EXISTS (
        SELECT FROM "payments" p WHERE p."order_id" = o."id" AND p."state" = 'SUCCEEDED'
            AND NOT EXISTS (SELECT FROM "refunds" r WHERE r."payment_id" = p."id" AND r."state" <> 'FAILED')
            AND NOT EXISTS (SELECT FROM "disputes" d WHERE d."payment_id" = p."id" AND d."state" <> 'WON'))
    ORDER BY l."id", o."placed_at" DESC;
CREATE UNIQUE INDEX "sold_phones_order_id_key" ON "sold_phones"("order_id");
CREATE INDEX "sold_phones_band_idx" ON "sold_phones"("model", "condition", "category_id", "years_used", "listing_id" DESC, "price_cents", "seller_id", "buyer_id");
CREATE INDEX "sold_phones_seller_id_buyer_id_idx" ON "sold_phones"("seller_id", "buyer_id");

-- A picture of another seller's post is a reason of its own, with that post.
ALTER TABLE "listing_flags" ADD COLUMN "other_listing_id" UUID;
ALTER TABLE "listing_flags" DROP CONSTRAINT "listing_flags_reason_check",
    ADD CONSTRAINT "listing_flags_reason_check" CHECK ("reason" IN ('twin', 'copied-picture'));
