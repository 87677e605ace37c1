-- CreateEnum
CREATE TYPE "role" AS ENUM ('BUYER', 'SELLER', 'ADMIN');

-- CreateEnum
CREATE TYPE "condition" AS ENUM ('EXCELLENT', 'GOOD', 'FAIR');

-- CreateEnum
CREATE TYPE "listing_state" AS ENUM ('AVAILABLE', 'RESERVED', 'SOLD', 'REMOVED');

-- CreateEnum
CREATE TYPE "order_state" AS ENUM ('PLACED', 'PAID', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "payment_state" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'REFUNDED');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "identity_uid" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "image" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listings" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "category_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "seller_name" TEXT NOT NULL,
    "product_name" TEXT NOT NULL,
    "images" TEXT[],
    "condition" "condition" NOT NULL,
    "description" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "resale_price_cents" INTEGER NOT NULL,
    "original_price_cents" INTEGER NOT NULL,
    "years_used" INTEGER NOT NULL,
    "year_of_purchase" INTEGER,
    "state" "listing_state" NOT NULL DEFAULT 'AVAILABLE',
    "posted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "advertised_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "listing_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "product_name" TEXT NOT NULL,
    "product_image" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "meeting_place" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "state" "order_state" NOT NULL DEFAULT 'PLACED',
    "reserved_until" TIMESTAMPTZ(3) NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "intent_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "state" "payment_state" NOT NULL DEFAULT 'PENDING',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "received_at" TIMESTAMPTZ(3),

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_identity_uid_key" ON "users"("identity_uid");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_role_created_at_id_idx" ON "users"("role", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "categories_name_key" ON "categories"("name");

-- CreateIndex
CREATE UNIQUE INDEX "categories_slug_key" ON "categories"("slug");

-- CreateIndex
CREATE INDEX "listings_seller_id_posted_at_id_idx" ON "listings"("seller_id", "posted_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_buyer_id_placed_at_id_idx" ON "orders"("buyer_id", "placed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_listing_id_idx" ON "orders"("listing_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_intent_id_key" ON "payments"("intent_id");

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries"("subject_type", "subject_id");

-- AddForeignKey
ALTER TABLE "listings" ADD CONSTRAINT "listings_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listings" ADD CONSTRAINT "listings_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say.

-- A list of pictures is never null, and holds one at least.
ALTER TABLE "listings" ALTER COLUMN "images" SET NOT NULL;

-- Checks
ALTER TABLE "users"
    ADD CONSTRAINT "users_email_check" CHECK ("email" = lower(btrim("email")) AND "email" <> ''),
    ADD CONSTRAINT "users_deleted_check" CHECK (("deleted_at" IS NULL) = ("email" IS NOT NULL)),
    ADD CONSTRAINT "users_verified_check" CHECK ("verified_at" IS NULL OR "role" <> 'BUYER');

ALTER TABLE "categories"
    ADD CONSTRAINT "categories_name_check" CHECK (btrim("name") <> ''),
    ADD CONSTRAINT "categories_slug_check" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$');

ALTER TABLE "listings"
    ADD CONSTRAINT "listings_product_name_check" CHECK (btrim("product_name") <> ''),
    ADD CONSTRAINT "listings_images_check" CHECK (cardinality("images") >= 1 AND array_position("images", NULL) IS NULL),
    ADD CONSTRAINT "listings_resale_price_check" CHECK ("resale_price_cents" BETWEEN 50 AND 100000000),
    ADD CONSTRAINT "listings_original_price_check" CHECK ("original_price_cents" BETWEEN 1 AND 100000000),
    ADD CONSTRAINT "listings_years_used_check" CHECK ("years_used" BETWEEN 0 AND 50),
    ADD CONSTRAINT "listings_year_of_purchase_check" CHECK ("year_of_purchase" BETWEEN 1990 AND 2100);

ALTER TABLE "orders"
    ADD CONSTRAINT "orders_product_name_check" CHECK (btrim("product_name") <> ''),
    ADD CONSTRAINT "orders_price_check" CHECK ("price_cents" > 0);

ALTER TABLE "payments"
    ADD CONSTRAINT "payments_amount_check" CHECK ("amount_cents" > 0);

-- One phone is one unit: one live order a listing, one live payment an order.
CREATE UNIQUE INDEX "orders_one_live_per_listing" ON "orders"("listing_id") WHERE "state" IN ('PLACED', 'PAID');
CREATE UNIQUE INDEX "payments_one_live_per_order" ON "payments"("order_id") WHERE "state" IN ('PENDING', 'SUCCEEDED');

-- The hot reads: a category's page, and the advertised items of Home.
CREATE INDEX "listings_available_by_category_idx"
    ON "listings"("category_id", "posted_at" DESC, "id" DESC)
    WHERE "state" = 'AVAILABLE';
CREATE INDEX "listings_advertised_idx"
    ON "listings"("advertised_at" DESC, "id" DESC)
    WHERE "state" = 'AVAILABLE' AND "advertised_at" IS NOT NULL;

-- The audit is append-only, for everyone.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_entries is append-only: % refused', lower(TG_OP)
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END;
$$;

CREATE TRIGGER "audit_entries_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
