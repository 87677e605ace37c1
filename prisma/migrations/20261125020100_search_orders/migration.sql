-- Admins search orders by a part of the product's name.
-- CreateIndex
CREATE INDEX "orders_product_name_idx" ON "orders" USING GIN ("product_name" gin_trgm_ops);
