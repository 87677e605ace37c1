-- What the platform keeps of a sale. A rule is followed by a later one and never changed.
CREATE TABLE "fee_rules" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "basis_points" INTEGER NOT NULL,
    "minimum_cents" INTEGER NOT NULL,
    "category_id" UUID,
    "seller_id" UUID,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fee_rules_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "fee_rules_basis_points_check" CHECK ("basis_points" BETWEEN 0 AND 10000),
    CONSTRAINT "fee_rules_minimum_check" CHECK ("minimum_cents" BETWEEN 0 AND 99999999),
    CONSTRAINT "fee_rules_subject_check" CHECK (num_nonnulls("category_id", "seller_id") <= 1),
    CONSTRAINT "fee_rules_valid_from_check" CHECK ("valid_from" >= "created_at")
);
CREATE INDEX "fee_rules_of_whom_idx" ON "fee_rules"("seller_id", "category_id", "valid_from" DESC, "id" DESC);

-- The default: 5 %.
INSERT INTO "fee_rules" ("basis_points", "minimum_cents") VALUES (500, 0);

-- Orders of before were booked without a fee, and so are those that the version before books while this one starts.
ALTER TABLE "orders" ADD COLUMN "fee_cents" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "orders" ADD CONSTRAINT "orders_fee_check" CHECK ("fee_cents" BETWEEN 0 AND "price_cents");
