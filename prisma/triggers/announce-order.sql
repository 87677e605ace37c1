-- After an order is made or changed: notifies its buyer and its seller, whose open screens follow. In the database because
-- many use cases and jobs change orders. The columns stand in the body, so that no migration of a column meets the trigger.
CREATE OR REPLACE FUNCTION "announce_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'orders:' || side.id)
    FROM (
        SELECT NEW."buyer_id" AS id
        UNION ALL
        SELECT "seller_id" FROM "listings" WHERE "id" = NEW."listing_id"
    ) AS side;
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "orders_announce" AFTER INSERT OR UPDATE ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "announce_order"();
