-- AlterTable
ALTER TABLE "uploads" ADD COLUMN "rendered_at" TIMESTAMPTZ(3),
ADD COLUMN "thumbhash" TEXT;

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_thumbhash_check"
    CHECK ("thumbhash" IS NULL OR "rendered_at" IS NOT NULL);

-- What is to be rendered, the newest first.
CREATE INDEX "uploads_unrendered_idx" ON "uploads" ("id") WHERE "rendered_at" IS NULL;
