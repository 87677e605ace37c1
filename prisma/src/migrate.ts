import pg from 'pg'
import { applyTriggers, type TriggersOutcome } from './apply-triggers.ts'
import { isPooled } from './database-url.ts'
import { withSchemaEngine } from './engine.ts'
import { ensureDatabase } from './ensure-database.ts'
import { grantRuntime } from './grant-runtime.ts'
import { makeJobTables } from './job-tables.ts'
import { MIGRATIONS_DIR, readMigrations } from './migration-files.ts'
import { readTriggers, TRIGGERS_DIR } from './trigger-files.ts'

export type Migrated = {
  /** The names of the migrations applied now; none when all were there. */
  migrations: string[]
  triggers: TriggersOutcome
}

export type MigrateOptions = {
  runtimeRole?: string | undefined
}

const OURS = { migrations: MIGRATIONS_DIR, triggers: TRIGGERS_DIR }

/**
 * Brings the database of `url` up to date: creates it when its server has none of that name, then applies the
 * migrations that it lacks and records them in `_prisma_migrations`, as `prisma migrate deploy` does, with Prisma's own
 * engine. Then it applies the triggers' files when they changed, unless those of a newer version stand, makes the job
 * queue's tables, and grants what the server needs to the role that it runs as, when that is another one.
 * Two processes at once are safe: the second waits for the first, however long that takes.
 * @param folders those of the migrations and of the triggers, this product's by default
 * @param options.runtimeRole the role that the server connects as, when that is not the one of `url`; it must be there
 * @throws Error when the URL is of PgBouncer, or naming the file and line of a trigger that fails (all triggers stay
 * as they were, the migrations applied)
 * @throws SchemaEngineError when a migration fails (nothing of it stays), and with code P3009 from then on until someone
 * has called {@link markRolledBack}
 */
export async function migrate(
  url: string,
  folders: { migrations: string; triggers?: string } = OURS,
  { runtimeRole }: MigrateOptions = {},
): Promise<Migrated> {
  refusePooled(url)
  await ensureDatabase(url)
  const migrationsList = await readMigrations(folders.migrations)
  const triggers = folders.triggers === undefined ? null : await readTriggers(folders.triggers)
  const filters = { externalTables: [], externalEnums: [] }
  return alone(url, async client => {
    const { appliedMigrationNames } = await withSchemaEngine(url, engine =>
      engine.applyMigrations({ migrationsList, filters }),
    )
    const outcome = triggers ? await applyTriggers(client, triggers) : 'unchanged'
    if (folders === OURS) await makeJobTables(client)
    if (runtimeRole !== undefined) await grantRuntime(client, runtimeRole)
    return { migrations: appliedMigrationNames, triggers: outcome }
  })
}

/**
 * Marks a failed migration as rolled back in the history, so that it may be tried again.
 * @throws SchemaEngineError when it did not fail (P3012), or was never tried (P3011)
 */
export async function markRolledBack(url: string, migrationName: string): Promise<void> {
  refusePooled(url)
  await alone(url, () => withSchemaEngine(url, engine => engine.markMigrationRolledBack({ migrationName })))
}

// Through a pooler the lock would stay with a connection of the server, and nobody could ever migrate again.
function refusePooled(url: string): void {
  if (isPooled(url)) throw new Error('Migrations need the server itself, not PgBouncer: set DATABASE_DIRECT_URL')
}

// The engine takes a lock of its own (Prisma's, 72707369), but gives up after 10 s of waiting for it.
async function alone<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock(hashtextextended('second-ring/migrate', 0))")
    return await work(client)
  } finally {
    await client.end()
  }
}
