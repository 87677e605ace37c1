-- What rate limits count over all processes. It is of use for a minute: nothing of it is written ahead, and a crash may
-- empty it. Room in each page lets a row grow where it stands.
CREATE UNLOGGED TABLE "rate_counts" (
    "key" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_counts_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
