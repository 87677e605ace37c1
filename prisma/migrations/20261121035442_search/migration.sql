-- Without accents; and other columns beside words in one index.
CREATE EXTENSION IF NOT EXISTS "unaccent";
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- CreateTable
CREATE TABLE "listing_search" (
    "listing_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "condition" "condition" NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "years_used" INTEGER NOT NULL,
    "posted_at" TIMESTAMPTZ(3) NOT NULL,
    "search" tsvector NOT NULL,

    CONSTRAINT "listing_search_pkey" PRIMARY KEY ("listing_id")
);

-- CreateTable
CREATE TABLE "search_models" (
    "model" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "search_models_pkey" PRIMARY KEY ("model")
);

-- CreateTable
CREATE TABLE "search_words" (
    "word" TEXT NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "listing_prices" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "listing_id" UUID NOT NULL,
    "cents" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_flags" (
    "listing_id" UUID NOT NULL,
    "low_cents" INTEGER NOT NULL,
    "high_cents" INTEGER NOT NULL,
    "sample_size" INTEGER NOT NULL,
    "flagged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_flags_pkey" PRIMARY KEY ("listing_id")
);

-- CreateTable
CREATE TABLE "saved_searches" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "mark" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "category_id" UUID,
    "conditions" "condition"[],
    "min_price_cents" INTEGER,
    "max_price_cents" INTEGER,
    "min_years_used" INTEGER,
    "max_years_used" INTEGER,
    "location" TEXT NOT NULL,
    "verified_only" BOOLEAN NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "query" tsquery,
    "anchor" TEXT NOT NULL,

    CONSTRAINT "saved_searches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "listing_search_posted_at_idx" ON "listing_search"("posted_at" DESC, "listing_id" DESC);

-- CreateIndex
CREATE INDEX "listing_search_price_idx" ON "listing_search"("price_cents", "listing_id");

-- CreateIndex
CREATE INDEX "listing_search_category_posted_at_idx" ON "listing_search"("category_id", "posted_at" DESC, "listing_id" DESC);

-- CreateIndex
CREATE INDEX "listing_search_category_price_idx" ON "listing_search"("category_id", "price_cents", "listing_id");

-- CreateIndex
CREATE INDEX "listing_search_model_posted_at_idx" ON "listing_search"("model", "posted_at" DESC, "listing_id" DESC);

-- CreateIndex
CREATE INDEX "listing_search_model_price_idx" ON "listing_search"("model", "price_cents", "listing_id");

-- CreateIndex
CREATE INDEX "listing_search_band_idx" ON "listing_search"("model", "condition", "category_id", "years_used", "listing_id" DESC, "price_cents");

-- CreateIndex
CREATE INDEX "listing_search_words_idx" ON "listing_search" USING GIN ("search", "category_id" uuid_ops, "condition" enum_ops, "years_used" int4_ops);

-- CreateIndex
CREATE INDEX "search_words_word_idx" ON "search_words" USING GIST ("word" gist_trgm_ops);

-- CreateIndex
CREATE INDEX "listing_prices_listing_id_id_idx" ON "listing_prices"("listing_id", "id");

-- CreateIndex
CREATE INDEX "price_flags_flagged_at_idx" ON "price_flags"("flagged_at" DESC, "listing_id" DESC);

-- CreateIndex
CREATE INDEX "saved_searches_anchor_category_id_idx" ON "saved_searches"("anchor", "category_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_searches_user_id_mark_key" ON "saved_searches"("user_id", "mark");

-- AddForeignKey
ALTER TABLE "listing_prices" ADD CONSTRAINT "listing_prices_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_flags" ADD CONSTRAINT "price_flags_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say.

ALTER TABLE "saved_searches" ALTER COLUMN "conditions" SET NOT NULL;

-- A text as words: letters and digits without accents, in lower case, one blank between. Of the same text always the
-- same, so it may be indexed: everything that it depends on is named.
CREATE FUNCTION "search_text"(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(
        lower(public.unaccent('public.unaccent'::regdictionary, normalize(said, NFKC)) COLLATE pg_catalog.pg_c_utf8),
        '[^[:alnum:]]+', ' ', 'g'))
$$;

-- The words of a listing with where they stand. Those that its name does not hold begin with ~, so that an index tells at
-- once who is named so and who only speaks of it. Longer ones than anyone types are left out.
CREATE FUNCTION "search_vector"(product_name text, location text, description text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(string_agg(
        quote_literal(CASE WHEN word = ANY(named) THEN word ELSE '~' || word END) || ':' || least(place, 16383) || weight,
        ' '), '')::tsvector
    FROM (SELECT string_to_array(public.search_text(product_name), ' ') AS named) AS name,
        LATERAL (VALUES (product_name, 'A'), (location, 'B'), (description, 'C')) AS part(said, weight),
        LATERAL unnest(string_to_array(public.search_text(said), ' ')) WITH ORDINALITY AS words(word, place)
    WHERE length(word) BETWEEN 1 AND 64
$$;

-- Words, as search_text gives them, as the question for all of them (the first twelve): in the 'name'; in 'any' part; in
-- any, but not all of them in the name ('rest'); in the 'place'. As a beginning the last one, of three letters or more, may
-- go on.
CREATE FUNCTION "search_query"(words text, part text, is_beginning boolean) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(CASE part
        WHEN 'name' THEN string_agg(named, ' & ')
        WHEN 'rest' THEN string_agg('(' || named || '|' || spoken || ')', ' & ') || ' & (' || string_agg(spoken, '|') || ')'
        ELSE string_agg('(' || named || '|' || spoken || ')', ' & ')
        END, '')::tsquery
    FROM (SELECT (string_to_array(left(words, 500), ' '))[1:12] AS asked) AS said,
        LATERAL unnest(asked) WITH ORDINALITY AS each(word, nth),
        LATERAL (SELECT CASE WHEN part = 'place' THEN ':B'
            WHEN is_beginning AND nth = cardinality(asked) AND length(word) >= 3 THEN ':*' ELSE '' END AS mark) AS marks,
        LATERAL (SELECT quote_literal(word) || mark AS named, quote_literal('~' || word) || mark AS spoken) AS forms
    WHERE length(word) BETWEEN 1 AND 64
$$;

CREATE FUNCTION "search_model_words"(model text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(string_to_array(left(model, 500), ' '))
$$;
CREATE INDEX "search_models_words_idx" ON "search_models" USING GIN ("search_model_words"("model"));
-- Suggestions by their beginning, in an order that does not depend on the database's language.
CREATE INDEX "search_models_beginning_idx" ON "search_models" ((lower("model")) text_pattern_ops);

-- Sold phones, for the price band and for how many a seller has sold.
CREATE INDEX "listings_sold_band_idx" ON "listings"
    ("search_text"("product_name"), "condition", "category_id", "years_used", "posted_at" DESC)
    WHERE "state" = 'SOLD';
CREATE INDEX "listings_sold_by_seller_idx" ON "listings" ("seller_id") WHERE "state" = 'SOLD';

-- A listing is found while it is for sale. Models and words that are there already are not locked, so that sellers do not
-- wait for each other; new words come in one order, so that two of them do not wait in a circle.
CREATE FUNCTION "keep_listing_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    its_model text;
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM "listing_search" WHERE "listing_id" = OLD."id";
        RETURN NULL;
    END IF;
    IF NEW."state" <> 'AVAILABLE' THEN
        IF TG_OP = 'UPDATE' THEN
            DELETE FROM "listing_search" WHERE "listing_id" = NEW."id";
        END IF;
        RETURN NULL;
    END IF;
    its_model := "search_text"(NEW."product_name");
    INSERT INTO "listing_search" ("listing_id", "category_id", "seller_id", "model", "location", "condition",
            "price_cents", "years_used", "posted_at", "search")
        VALUES (NEW."id", NEW."category_id", NEW."seller_id", its_model, NEW."location", NEW."condition",
            NEW."resale_price_cents", NEW."years_used", NEW."posted_at",
            "search_vector"(NEW."product_name", NEW."location", NEW."description"))
        ON CONFLICT ("listing_id") DO UPDATE SET ("category_id", "seller_id", "model", "location", "condition",
            "price_cents", "years_used", "posted_at", "search") = ROW (excluded."category_id", excluded."seller_id",
            excluded."model", excluded."location", excluded."condition", excluded."price_cents", excluded."years_used",
            excluded."posted_at", excluded."search");
    IF its_model <> '' THEN
        INSERT INTO "search_models" ("model", "name") VALUES (its_model, NEW."product_name") ON CONFLICT DO NOTHING;
        IF FOUND THEN
            INSERT INTO "search_words" ("word")
                SELECT DISTINCT word COLLATE "C" FROM unnest(string_to_array(its_model, ' ')) AS word
                WHERE length(word) BETWEEN 3 AND 64 ORDER BY 1
                ON CONFLICT DO NOTHING;
        END IF;
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER "listings_search_new" AFTER INSERT OR DELETE ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "keep_listing_search"();
CREATE TRIGGER "listings_search_changed"
    AFTER UPDATE OF "state", "product_name", "location", "description", "category_id", "seller_id", "condition",
        "resale_price_cents", "years_used", "posted_at" ON "listings"
    FOR EACH ROW WHEN (NEW."state" = 'AVAILABLE' OR OLD."state" = 'AVAILABLE')
    EXECUTE FUNCTION "keep_listing_search"();

CREATE FUNCTION "keep_listing_price"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "listing_prices" ("listing_id", "cents", "since")
        VALUES (NEW."id", NEW."resale_price_cents", CASE TG_OP WHEN 'INSERT' THEN NEW."posted_at" ELSE now() END);
    RETURN NULL;
END;
$$;
CREATE TRIGGER "listings_price_new" AFTER INSERT ON "listings"
    FOR EACH ROW EXECUTE FUNCTION "keep_listing_price"();
CREATE TRIGGER "listings_price_changed" AFTER UPDATE OF "resale_price_cents" ON "listings"
    FOR EACH ROW WHEN (NEW."resale_price_cents" <> OLD."resale_price_cents")
    EXECUTE FUNCTION "keep_listing_price"();

-- What is there already.
INSERT INTO "listing_search" ("listing_id", "category_id", "seller_id", "model", "location", "condition", "price_cents",
        "years_used", "posted_at", "search")
    SELECT "id", "category_id", "seller_id", "search_text"("product_name"), "location", "condition",
        "resale_price_cents", "years_used", "posted_at", "search_vector"("product_name", "location", "description")
    FROM "listings" WHERE "state" = 'AVAILABLE';
INSERT INTO "search_models" ("model", "name")
    SELECT "search_text"("product_name"), min("product_name") FROM "listings"
    WHERE "state" <> 'REMOVED' AND "search_text"("product_name") <> '' GROUP BY 1;
INSERT INTO "search_words" ("word")
    SELECT DISTINCT word FROM "search_models", unnest(string_to_array("model", ' ')) AS word
    WHERE length(word) BETWEEN 3 AND 64;
INSERT INTO "listing_prices" ("listing_id", "cents", "since")
    SELECT "id", "resale_price_cents", "posted_at" FROM "listings";

-- A person is told of a listing once, whatever they have saved and however often the work is tried.
CREATE UNIQUE INDEX "notices_one_match" ON "notices"("listing_id", "user_id") WHERE "kind" = 'saved-search';

-- Whoever was removed saves nothing any more, and nothing of theirs is kept.
CREATE TRIGGER "saved_searches_user_present" BEFORE INSERT ON "saved_searches"
    FOR EACH ROW EXECUTE FUNCTION "refuse_removed_person"('user_id');
CREATE FUNCTION "forget_saved_searches"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "saved_searches" WHERE "user_id" = NEW."id";
    RETURN NULL;
END;
$$;
CREATE TRIGGER "users_saved_searches" AFTER UPDATE OF "deleted_at" ON "users"
    FOR EACH ROW WHEN (NEW."deleted_at" IS NOT NULL AND OLD."deleted_at" IS NULL)
    EXECUTE FUNCTION "forget_saved_searches"();
