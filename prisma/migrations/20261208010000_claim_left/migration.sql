-- AlterTable
ALTER TABLE "claims" ADD COLUMN     "left_cents" INTEGER;

-- What schema.prisma cannot say.

-- What was left when the wish, or the offer after it, was made.
UPDATE "claims" c SET "left_cents" = coalesce((
    SELECT greatest(0, p."amount_cents"
        - coalesce((SELECT sum(r."amount_cents") FROM "refunds" r WHERE r."payment_id" = p."id"
            AND r."state" IN ('REQUESTED', 'PENDING', 'SUCCEEDED', 'SETTLED_OUTSIDE')
            AND r."requested_at" <= CASE WHEN c."answer" = 'OFFERED' THEN c."answered_at" ELSE c."opened_at" END), 0)
        - coalesce((SELECT sum(d."amount_cents") FROM "disputes" d WHERE d."payment_id" = p."id" AND d."state" = 'LOST'
            AND d."closed_at" <= CASE WHEN c."answer" = 'OFFERED' THEN c."answered_at" ELSE c."opened_at" END), 0))
    FROM "payments" p WHERE p."order_id" = c."order_id" AND p."state" IN ('SUCCEEDED', 'REFUNDED')
    ORDER BY p."id" DESC LIMIT 1), 0);

ALTER TABLE "claims"
    ALTER COLUMN "left_cents" SET NOT NULL,
    ADD CONSTRAINT "claims_left_check" CHECK ("left_cents" >= 0);
