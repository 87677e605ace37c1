-- AlterEnum
ALTER TYPE "ledger_act" ADD VALUE 'ORDER_RELEASED' AFTER 'ORDER_PAID';

-- What schema.prisma cannot say.

-- What the minute's job asks for: whose time to report a problem is over.
CREATE INDEX "orders_protected_until_idx" ON "orders"("protected_until") WHERE "state" = 'HANDED_OVER';
