-- CreateTable
CREATE TABLE "uploads" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "reference" TEXT NOT NULL,
    "user_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- One row an uploader; those who were not signed in are one.
CREATE UNIQUE INDEX "uploads_reference_user_id_key" ON "uploads"("reference", "user_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "uploads_due_at_idx" ON "uploads"("due_at");

-- CreateIndex
CREATE INDEX "listings_images_idx" ON "listings" USING GIN ("images");

-- CreateIndex
CREATE INDEX "orders_product_image_idx" ON "orders"("product_image");

-- The pictures that rows use today, as their sellers' or nobody's; looked at again over a day, not all at once.
INSERT INTO "uploads" ("reference", "user_id", "due_at")
SELECT "reference", "user_id", now() + interval '24 hours' * (1 + random())
FROM (
    SELECT unnest("images") AS "reference", "seller_id" AS "user_id" FROM "listings"
    UNION
    SELECT "product_image", "seller_id" FROM "orders" JOIN "listings" ON "listings"."id" = "listing_id"
    UNION
    SELECT "image", NULL::uuid FROM "categories"
) AS "used"
WHERE "reference" ~ '^/images/[0-9a-f]{32}\.webp$';
