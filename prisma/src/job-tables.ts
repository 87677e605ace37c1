import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import manifest from 'pg-boss/package.json' with { type: 'json' }

const SCHEMA = 'pgboss'

/**
 * Makes the tables of the job queue, or brings them up to this version of pg-boss, so that the server needs no right to.
 * Its queues are rows, which the server writes.
 * @param client a session that holds the lock of migrations
 */
export async function makeJobTables(client: pg.ClientBase): Promise<void> {
  const version = await versionOf(client)
  if (version !== null && version >= manifest.pgboss.schema) return
  const plans = version === null ? getConstructionPlans(SCHEMA) : getMigrationPlans(SCHEMA, version)
  // Several statements sent as one cannot build an index concurrently.
  await client.query(plans.replaceAll(' CONCURRENTLY', ''))
}

async function versionOf(client: pg.ClientBase): Promise<number | null> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `SELECT to_regclass('${SCHEMA}.version')::text AS name`,
  )
  if (!tables[0]?.name) return null
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${SCHEMA}.version`)
  return rows[0]?.version ?? null
}
