-- An order is announced to its buyer and its seller when it changes, so that their open screens follow. The columns stand
-- in the body, where no later change of them meets them as a dependency.
CREATE FUNCTION "announce_order"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "orders_announce" AFTER INSERT OR UPDATE ON "orders"
    FOR EACH ROW EXECUTE FUNCTION "announce_order"();
