-- Sellers' accounts at the payment provider, as the provider said last.
CREATE TABLE "payout_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "details_submitted" BOOLEAN NOT NULL,
    "transfers_enabled" BOOLEAN NOT NULL,
    "payouts_enabled" BOOLEAN NOT NULL,
    "requirements_due" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payout_accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payout_accounts_provider_account_id_check" CHECK ("provider_account_id" ~ '^acct_'),
    -- Nothing is known of an account that there is no access to, least of all that it may be paid.
    CONSTRAINT "payout_accounts_invalid_check" CHECK (
        "disabled_reason" IS DISTINCT FROM 'account_invalid' OR NOT ("details_submitted" OR "transfers_enabled" OR "payouts_enabled")
    )
);
CREATE UNIQUE INDEX "payout_accounts_user_id_key" ON "payout_accounts"("user_id");
CREATE UNIQUE INDEX "payout_accounts_provider_account_id_key" ON "payout_accounts"("provider_account_id");
CREATE INDEX "payout_accounts_asked_at_idx" ON "payout_accounts"("asked_at");
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
