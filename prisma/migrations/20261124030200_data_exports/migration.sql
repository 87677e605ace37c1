-- CreateEnum
CREATE TYPE "export_state" AS ENUM ('PREPARING', 'READY');

-- CreateTable
CREATE TABLE "data_exports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "user_id" UUID NOT NULL,
    "state" "export_state" NOT NULL DEFAULT 'PREPARING',
    "size_bytes" INTEGER,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_export_parts" (
    "export_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "data_export_parts_pkey" PRIMARY KEY ("export_id","position")
);

-- CreateIndex
CREATE INDEX "data_exports_user_id_requested_at_idx" ON "data_exports"("user_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "data_exports_expires_at_idx" ON "data_exports"("expires_at");

-- AddForeignKey
ALTER TABLE "data_export_parts" ADD CONSTRAINT "data_export_parts_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "data_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "data_exports"
    ADD CONSTRAINT "data_exports_size_check" CHECK (("state" = 'READY') = ("size_bytes" IS NOT NULL));
