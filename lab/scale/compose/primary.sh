#!/bin/bash
# Once, when the primary's data are made: who may copy them.
set -euo pipefail
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
SQL
