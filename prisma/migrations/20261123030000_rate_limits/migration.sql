-- The table that rate-limiter-flexible counts in, with its columns in its order. It is of use for a minute: nothing of it is
-- written ahead, and a crash may empty it. Room in each page lets a row grow where it stands. A process of the version
-- before counts alone without its own table.
DROP TABLE "rate_counts";

CREATE UNLOGGED TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
