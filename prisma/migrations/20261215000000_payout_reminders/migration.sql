-- AlterTable
ALTER TABLE "payout_accounts" ADD COLUMN     "reminded_at" TIMESTAMPTZ(3);
