-- Which order its buyer said that a payment pays: it is that one's or nobody's, however late it is settled.
ALTER TABLE "payments" ADD COLUMN "named_order_id" UUID;
