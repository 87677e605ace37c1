-- Who had a picture first goes by when they uploaded it first: `created_at` moves with each repetition.
ALTER TABLE "uploads" ADD COLUMN "first_uploaded_at" TIMESTAMPTZ(3);
UPDATE "uploads" SET "first_uploaded_at" = "created_at";
ALTER TABLE "uploads" ALTER COLUMN "first_uploaded_at" SET NOT NULL, ALTER COLUMN "first_uploaded_at" SET DEFAULT CURRENT_TIMESTAMP;
