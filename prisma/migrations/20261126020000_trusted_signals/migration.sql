-- Cheaper deals than $20 count in no signal; the trigger adds none from now on.
DELETE FROM "sold_phones" WHERE "price_cents" < 2000;

-- The sellers that somebody has bought from, for their trust level.
CREATE INDEX "sold_phones_buyer_id_seller_id_idx" ON "sold_phones"("buyer_id", "seller_id");
