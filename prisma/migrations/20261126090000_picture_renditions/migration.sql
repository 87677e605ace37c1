-- AlterTable
ALTER TABLE "uploads" ADD COLUMN "rendered_at" TIMESTAMPTZ(3),
ADD COLUMN "thumbhash" TEXT;

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_thumbhash_check"
    CHECK ("thumbhash" IS NULL OR "rendered_at" IS NOT NULL);

-- What is to be rendered, the newest first.
CREATE INDEX "uploads_unrendered_idx" ON "uploads" ("id") WHERE "rendered_at" IS NULL;

-- Pictures of categories that no row knows yet, as nobody's: they are rendered too.
INSERT INTO "uploads" ("reference", "due_at")
SELECT DISTINCT "image", now() + interval '24 hours'
FROM "categories"
WHERE "image" ~ '^/images/[0-9a-f]{32}\.webp$'
    AND NOT EXISTS (SELECT FROM "uploads" WHERE "reference" = "image");
