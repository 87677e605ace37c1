-- Pictures of a removed seller go, also of what they have sold.
ALTER TABLE "listings" DROP CONSTRAINT "listings_images_check",
    ADD CONSTRAINT "listings_images_check" CHECK (
        (cardinality("images") >= 1 OR "state" IN ('SOLD', 'REMOVED')) AND array_position("images", NULL) IS NULL
    );

-- Ended orders whose contact data is still stored.
CREATE INDEX "orders_contacts_idx" ON "orders"("ended_at")
    WHERE "ended_at" IS NOT NULL AND ("phone" <> '' OR "meeting_place" <> '');

-- What removals until now have left. A job deletes the pictures.
UPDATE "uploads" SET "due_at" = now()
WHERE "user_id" IN (SELECT "id" FROM "users" WHERE "deleted_at" IS NOT NULL);
UPDATE "orders" SET "product_image" = '' FROM "listings", "users"
WHERE "listings"."id" = "listing_id" AND "users"."id" = "seller_id" AND "deleted_at" IS NOT NULL;
UPDATE "orders" SET "meeting_place" = '' FROM "users" WHERE "users"."id" = "buyer_id" AND "deleted_at" IS NOT NULL;
UPDATE "listings" SET "description" = '', "location" = '', "images" = '{}' FROM "users"
WHERE "users"."id" = "seller_id" AND "deleted_at" IS NOT NULL AND "listings"."state" IN ('SOLD', 'REMOVED');
