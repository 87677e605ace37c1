-- The rate of the tax that the platform's fee includes. A rate is followed by a later one and never changed; without one there is
-- no tax.
CREATE TABLE "fee_tax_rates" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "basis_points" INTEGER NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fee_tax_rates_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "fee_tax_rates_basis_points_check" CHECK ("basis_points" BETWEEN 0 AND 10000),
    CONSTRAINT "fee_tax_rates_valid_from_check" CHECK ("valid_from" >= "created_at")
);
CREATE INDEX "fee_tax_rates_valid_from_idx" ON "fee_tax_rates"("valid_from" DESC, "id" DESC);

-- Orders of before were booked without a tax, and so are those that the version before books while this one starts.
ALTER TABLE "orders" ADD COLUMN "fee_tax_basis_points" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "fee_tax_cents" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "orders"
    ADD CONSTRAINT "orders_fee_tax_check" CHECK ("fee_tax_cents" BETWEEN 0 AND "fee_cents"),
    -- The fee includes it: fee x rate / (1 + rate), half a cent counts as one.
    ADD CONSTRAINT "orders_fee_tax_rate_check" CHECK (
        "fee_tax_basis_points" BETWEEN 0 AND 10000
        AND "fee_tax_cents" = (2 * "fee_cents"::bigint * "fee_tax_basis_points" + 10000 + "fee_tax_basis_points")
            / (2 * (10000 + "fee_tax_basis_points"))
    );
