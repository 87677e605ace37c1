#!/bin/bash
# A replica of the primary: copied the first time, then kept up by streaming.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --host primary --username replicator --pgdata "$PGDATA" \
    --write-recovery-conf --checkpoint fast --wal-method stream
fi
# What the replica reads is not taken away under it by the primary's vacuum.
exec postgres -c hot_standby_feedback=on -c listen_addresses='*'
