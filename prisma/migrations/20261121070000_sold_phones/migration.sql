-- CreateTable
CREATE TABLE "sold_phones" (
    "listing_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "condition" "condition" NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "years_used" INTEGER NOT NULL,

    CONSTRAINT "sold_phones_pkey" PRIMARY KEY ("listing_id")
);

-- CreateIndex
CREATE INDEX "sold_phones_band_idx" ON "sold_phones"("model", "condition", "category_id", "years_used", "listing_id" DESC, "price_cents");

-- Of what was sold the price band needs what was paid, by model and age, from an index alone. It refers to no listing, so
-- that no lock is taken on one while an order is held.
CREATE FUNCTION "keep_sold_phone"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was_sold boolean := TG_OP <> 'INSERT' AND OLD."state" IN ('PAID', 'COMPLETED');
    is_sold boolean := TG_OP <> 'DELETE' AND NEW."state" IN ('PAID', 'COMPLETED');
BEGIN
    IF is_sold AND NOT was_sold THEN
        INSERT INTO "sold_phones" ("listing_id", "category_id", "model", "condition", "price_cents", "years_used")
            SELECT "id", "category_id", "search_text"("product_name"), "condition", NEW."price_cents", "years_used"
            FROM "listings" WHERE "id" = NEW."listing_id"
            ON CONFLICT ("listing_id") DO UPDATE SET "price_cents" = excluded."price_cents";
    ELSIF was_sold AND NOT is_sold THEN
        DELETE FROM "sold_phones" WHERE "listing_id" = OLD."listing_id";
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER "orders_sold_phone" AFTER INSERT OR UPDATE OR DELETE ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "keep_sold_phone"();

-- What is there already.
INSERT INTO "sold_phones" ("listing_id", "category_id", "model", "condition", "price_cents", "years_used")
    SELECT DISTINCT ON (l."id") l."id", l."category_id", "search_text"(l."product_name"), l."condition", o."price_cents",
        l."years_used"
    FROM "orders" o JOIN "listings" l ON l."id" = o."listing_id"
    WHERE o."state" IN ('PAID', 'COMPLETED') ORDER BY l."id", o."placed_at" DESC;

DROP INDEX "listings_sold_band_idx";

-- Whether an order is disputed is asked of each that is listed; few ever are.
CREATE INDEX "payments_disputed_idx" ON "payments" ("order_id") WHERE "disputed_at" IS NOT NULL;
