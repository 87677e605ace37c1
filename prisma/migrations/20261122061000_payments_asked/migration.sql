-- Payments about which the provider gives no answer take their turn behind the others.
ALTER TABLE "payments" ADD COLUMN "asked_at" TIMESTAMPTZ(3);
