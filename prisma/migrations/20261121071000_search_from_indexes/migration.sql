-- A search for models looks at a few hundred rows of theirs in order, and filters them: with what is filtered by in the
-- index, none of these rows has to be fetched.

-- DropIndex
DROP INDEX "listing_search_model_posted_at_idx";

-- DropIndex
DROP INDEX "listing_search_model_price_idx";

-- CreateIndex
CREATE INDEX "listing_search_model_posted_at_idx" ON "listing_search"("model", "posted_at" DESC, "listing_id" DESC, "category_id", "condition", "price_cents", "years_used");

-- CreateIndex
CREATE INDEX "listing_search_model_price_idx" ON "listing_search"("model", "price_cents", "listing_id", "category_id", "condition", "years_used", "posted_at");
