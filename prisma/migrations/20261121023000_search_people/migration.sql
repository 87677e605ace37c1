-- An admin looks for people by part of a name or an email.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- CreateIndex
CREATE INDEX "users_search_idx" ON "users" USING GIN ("name" gin_trgm_ops, "email" gin_trgm_ops);
