-- After a meeting proposal, note, proposed cancellation, report of a no-show, claim, refund or dispute is made or changed:
-- notifies the buyer and the seller of its order, as announce-order.sql does for the order itself. In the database because
-- settlements and jobs write these rows too.
CREATE OR REPLACE FUNCTION "announce_order_sides"("of_order" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('second_ring', 'orders:' || side.id)
    FROM "orders" o
    JOIN "listings" l ON l."id" = o."listing_id"
    CROSS JOIN LATERAL (VALUES (o."buyer_id"), (l."seller_id")) AS side(id)
    WHERE o."id" = "of_order";
END;
$$;

CREATE OR REPLACE FUNCTION "announce_order_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce_order_sides"(NEW."order_id");
    RETURN NULL;
END;
$$;

CREATE OR REPLACE FUNCTION "announce_payment_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce_order_sides"(p."order_id") FROM "payments" p WHERE p."id" = NEW."payment_id";
    RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER "meeting_proposals_announce" AFTER INSERT OR UPDATE ON "meeting_proposals"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();
CREATE OR REPLACE TRIGGER "order_notes_announce" AFTER INSERT ON "order_notes"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();
CREATE OR REPLACE TRIGGER "cancellation_proposals_announce" AFTER INSERT OR UPDATE ON "cancellation_proposals"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();
CREATE OR REPLACE TRIGGER "no_show_reports_announce" AFTER INSERT OR UPDATE ON "no_show_reports"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();
CREATE OR REPLACE TRIGGER "claims_announce" AFTER INSERT OR UPDATE ON "claims"
    FOR EACH ROW EXECUTE FUNCTION "announce_order_part"();
CREATE OR REPLACE TRIGGER "refunds_announce" AFTER INSERT OR UPDATE ON "refunds"
    FOR EACH ROW EXECUTE FUNCTION "announce_payment_part"();
CREATE OR REPLACE TRIGGER "disputes_announce" AFTER INSERT OR UPDATE ON "disputes"
    FOR EACH ROW EXECUTE FUNCTION "announce_payment_part"();
