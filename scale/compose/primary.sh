#!/bin/bash
# Once, when the primary's data are made: who may copy them, and the time-outs that a pool does not hand on.
set -euo pipefail
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
ALTER ROLE CURRENT_USER SET statement_timeout = '10s';
ALTER ROLE CURRENT_USER SET idle_in_transaction_session_timeout = '15s';
SQL
