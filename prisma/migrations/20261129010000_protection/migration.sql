-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "protected_until" TIMESTAMPTZ(3),
ADD COLUMN     "released_at" TIMESTAMPTZ(3);

-- What schema.prisma cannot say.

-- What was handed over before gets the 48 hours of everybody, from its handover. The triggers still name the state of before.
ALTER TABLE "orders" DISABLE TRIGGER USER;
UPDATE "orders" SET "protected_until" = "ended_at" + interval '48 hours' WHERE "state" = 'HANDED_OVER';
ALTER TABLE "orders" ENABLE TRIGGER USER;

ALTER TABLE "orders"
    DROP CONSTRAINT "orders_ending_check",
    ADD CONSTRAINT "orders_ending_check" CHECK (
        CASE "state"
            WHEN 'PLACED' THEN "ending" IS NULL
            WHEN 'PAID' THEN "ending" IS NULL
            WHEN 'HANDED_OVER' THEN "ending" = 'HANDED_OVER'
            WHEN 'RELEASED' THEN "ending" = 'HANDED_OVER'
            WHEN 'EXPIRED' THEN "ending" = 'EXPIRED'
            WHEN 'CANCELLED' THEN "ending" IN ('CANCELLED_BY_BUYER', 'RELEASED', 'SIDE_REMOVED')
            ELSE "ending" IN ('REFUNDED_BY_SELLER', 'REFUNDED_BY_ADMIN', 'REFUNDED_AT_PROVIDER', 'SIDE_REMOVED',
                'HANDOVER_MISSED', 'DISPUTE_LOST')
        END IS TRUE AND ("ending" IS NULL) = ("ended_at" IS NULL)),
    ADD CONSTRAINT "orders_protected_check" CHECK ("state" <> 'HANDED_OVER' OR "protected_until" IS NOT NULL),
    ADD CONSTRAINT "orders_released_check" CHECK ("state" <> 'RELEASED' OR "released_at" IS NOT NULL);
