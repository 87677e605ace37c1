#!/bin/bash
# Once, when the primary's data are made: who may copy them, and the role of the servers, which the migrations grant.
set -euo pipefail
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$REPLICATION_PASSWORD" \
  --set server_password="$SERVER_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
CREATE ROLE second_ring_server LOGIN PASSWORD :'server_password';
SQL
