-- How an uploaded picture looks. Nothing is known of those that are there.
ALTER TABLE "uploads" ADD COLUMN "look" BIT(256);

-- Fifteen parts of a look, 32 bits from every 16th on, each with its number before it: looks of one picture have a part in
-- common. Parts whose bits are all alike are those of plain paper, which most pictures have, and are left out.
CREATE FUNCTION "picture_look_parts"(look bit(256)) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg((number::bigint << 32) | part::bigint), '{}')
    FROM generate_series(0, 14) AS number, LATERAL (SELECT substring(look FROM number * 16 + 1 FOR 32)::bit(32)) AS of(part)
    WHERE bit_count(part) NOT IN (0, 32)
$$;
CREATE INDEX "uploads_look_idx" ON "uploads" USING GIN ("picture_look_parts"("look")) WHERE "look" IS NOT NULL;

-- The names of verified sellers, with which another account's post is not to be mistaken for theirs.
CREATE INDEX "users_verified_name_idx" ON "users" ("search_text"("name"))
    WHERE "verified_at" IS NOT NULL AND "deleted_at" IS NULL;

ALTER TABLE "listing_flags" DROP CONSTRAINT "listing_flags_reason_check",
    ADD CONSTRAINT "listing_flags_reason_check" CHECK ("reason" IN ('twin', 'copied-picture', 'verified-name'));
