-- What belongs to an order turns the open screens of its buyer and its seller as the order itself does: proposals and
-- notes, and what goes back or is claimed of its payments.
CREATE FUNCTION "announce_order_sides"("of_order" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'orders:' || side.id)
    FROM "orders" o
    JOIN "listings" l ON l."id" = o."listing_id"
    CROSS JOIN LATERAL (VALUES (o."buyer_id"), (l."seller_id")) AS side(id)
    WHERE o."id" = "of_order";
END;
$$;

CREATE FUNCTION "announce_order_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce_order_sides"(NEW."order_id");
    RETURN NULL;
END;
$$;
CREATE TRIGGER "meeting_proposals_announce" AFTER INSERT OR UPDATE ON "meeting_proposals"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();
CREATE TRIGGER "order_notes_announce" AFTER INSERT ON "order_notes"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();

CREATE FUNCTION "announce_payment_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce_order_sides"(p."order_id") FROM "payments" p WHERE p."id" = NEW."payment_id";
    RETURN NULL;
END;
$$;
CREATE TRIGGER "refunds_announce" AFTER INSERT OR UPDATE ON "refunds"
    FOR EACH ROW EXECUTE FUNCTION "announce_payment_part"();
CREATE TRIGGER "disputes_announce" AFTER INSERT OR UPDATE ON "disputes"
    FOR EACH ROW EXECUTE FUNCTION "announce_payment_part"();
