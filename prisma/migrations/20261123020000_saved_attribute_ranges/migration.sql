-- AlterTable
ALTER TABLE "saved_searches" ADD COLUMN     "attributes" JSONB;
