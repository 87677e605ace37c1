-- Each minute it is looked at whether orders that ended lately owe something.
CREATE INDEX "orders_ended_idx" ON "orders"("ended_at") WHERE "state" IN ('CANCELLED', 'EXPIRED', 'REFUNDED');
