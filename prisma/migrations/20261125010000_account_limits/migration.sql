-- Pictures of an account in the last day.
CREATE INDEX "uploads_user_id_created_at_idx" ON "uploads"("user_id", "created_at" DESC);

-- Each seller's adverts, newest first: Home shows a few of each.
CREATE INDEX "listings_seller_adverts_idx" ON "listings"("seller_id", "advertised_at" DESC, "id" DESC)
    WHERE "state" = 'AVAILABLE' AND "advertised_at" IS NOT NULL;

-- Matches of a saved search are gathered into one notification an hour.
ALTER TABLE "saved_searches" ADD COLUMN "muted_at" TIMESTAMPTZ(3), ADD COLUMN "notified_at" TIMESTAMPTZ(3);

CREATE TABLE "saved_search_matches" (
    "user_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "saved_search_id" UUID NOT NULL,
    "matched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notified_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_search_matches_pkey" PRIMARY KEY ("user_id", "listing_id")
);
CREATE INDEX "saved_search_matches_saved_search_id_idx" ON "saved_search_matches"("saved_search_id");
CREATE INDEX "saved_search_matches_listing_id_idx" ON "saved_search_matches"("listing_id");
CREATE INDEX "saved_search_matches_matched_at_idx" ON "saved_search_matches"("matched_at");
CREATE INDEX "saved_search_matches_open_idx" ON "saved_search_matches"("saved_search_id") WHERE "notified_at" IS NULL;
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_listing_id_fkey"
    FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_saved_search_id_fkey"
    FOREIGN KEY ("saved_search_id") REFERENCES "saved_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A post that admins are to look at, by the reason.
CREATE TABLE "listing_flags" (
    "listing_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "flagged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listing_flags_pkey" PRIMARY KEY ("listing_id", "reason"),
    CONSTRAINT "listing_flags_reason_check" CHECK ("reason" IN ('twin'))
);
CREATE INDEX "listing_flags_flagged_at_idx" ON "listing_flags"("flagged_at" DESC, "listing_id" DESC);
ALTER TABLE "listing_flags" ADD CONSTRAINT "listing_flags_listing_id_fkey"
    FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
