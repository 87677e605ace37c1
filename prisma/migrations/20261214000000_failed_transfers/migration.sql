-- Those of the last day are looked for at the provider, each minute.
CREATE INDEX "transfers_failed_idx" ON "transfers"("settled_at") WHERE "state" = 'FAILED';
