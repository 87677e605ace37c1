-- After an order, its payment, a refund or a dispute changes: adds or deletes the row of sold_phones. A phone is sold when it
-- was handed over and paid through with SIGNAL_MIN_CENTS of the contracts or more, and no money went back or is claimed back, by
-- bank or buyer. In the database because many use cases move orders and money. It refers to no listing, so none is locked.
CREATE OR REPLACE FUNCTION "record_sold_phone"("of_order" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "sold_phones" ("listing_id", "order_id", "seller_id", "buyer_id", "category_id", "model", "condition",
            "price_cents", "years_used")
        SELECT l."id", o."id", l."seller_id", o."buyer_id", l."category_id", "search_text"(l."product_name"),
            l."condition", o."price_cents", l."years_used"
        FROM "orders" o JOIN "listings" l ON l."id" = o."listing_id"
        WHERE o."id" = "of_order" AND o."state" IN ('HANDED_OVER', 'RELEASED') AND o."price_cents" >= 2000 AND EXISTS (
            SELECT FROM "payments" p WHERE p."order_id" = o."id" AND p."state" = 'SUCCEEDED'
                AND NOT EXISTS (SELECT FROM "refunds" r WHERE r."payment_id" = p."id" AND r."state" <> 'FAILED')
                AND NOT EXISTS (SELECT FROM "disputes" d WHERE d."payment_id" = p."id" AND d."state" <> 'WON'))
        ON CONFLICT ("listing_id") DO UPDATE SET ("order_id", "buyer_id", "price_cents")
            = ROW (excluded."order_id", excluded."buyer_id", excluded."price_cents");
    IF NOT FOUND THEN
        DELETE FROM "sold_phones" WHERE "order_id" = "of_order";
    END IF;
END;
$$;

CREATE OR REPLACE FUNCTION "keep_sold_phone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM "sold_phones" WHERE "order_id" = OLD."id";
    ELSIF NEW."state" IN ('HANDED_OVER', 'RELEASED') OR (TG_OP = 'UPDATE' AND OLD."state" IN ('HANDED_OVER', 'RELEASED')) THEN
        PERFORM "record_sold_phone"(NEW."id");
    END IF;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE FUNCTION "keep_sold_phone_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD."order_id" IS NOT NULL THEN
        PERFORM "record_sold_phone"(OLD."order_id");
    END IF;
    IF TG_OP <> 'DELETE' AND NEW."order_id" IS NOT NULL THEN
        PERFORM "record_sold_phone"(NEW."order_id");
    END IF;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE FUNCTION "keep_sold_phone_of_money"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_sold_phone"("order_id") FROM "payments"
        WHERE "id" = CASE TG_OP WHEN 'DELETE' THEN OLD."payment_id" ELSE NEW."payment_id" END AND "order_id" IS NOT NULL;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "orders_sold_phone" AFTER INSERT OR UPDATE OR DELETE ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "keep_sold_phone"();
CREATE OR REPLACE TRIGGER "payments_sold_phone" AFTER INSERT OR UPDATE OF "state", "order_id" OR DELETE ON "payments"
    FOR EACH ROW EXECUTE FUNCTION "keep_sold_phone_of_payment"();
CREATE OR REPLACE TRIGGER "refunds_sold_phone" AFTER INSERT OR UPDATE OF "state" OR DELETE ON "refunds"
    FOR EACH ROW EXECUTE FUNCTION "keep_sold_phone_of_money"();
CREATE OR REPLACE TRIGGER "disputes_sold_phone" AFTER INSERT OR UPDATE OF "state" OR DELETE ON "disputes"
    FOR EACH ROW EXECUTE FUNCTION "keep_sold_phone_of_money"();
