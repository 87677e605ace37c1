import { closeDatabase, createDatabase, poolOf } from '@second-ring/database'
import type pg from 'pg'
import { migrationNames } from '#http/migration-names.ts'
import { bad, type Finding, findingOf, good } from './finding.ts'

/** PostgreSQL 18, whose uuidv7() the tables use. */
const VERSION_MIN = 180_000
const CLOCK_MAX_MS = 2000

/** The database: that it answers, its version, clock and migrations, the jobs in it, and whether the market is open. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const database = createDatabase(url, { applicationName: 'second-ring-doctor', poolSize: 1 })
  const pool = poolOf(database)
  try {
    const server = await findingOf(() => checkServer(pool), {
      what: 'The database does not answer',
      advice: 'Check DATABASE_URL (DATABASE_DIRECT_URL with a pooler), and that its server lets this machine in.',
    })
    if (!server.ok) return [server]
    const migrations = await checkMigrations(pool)
    const rest = migrations.ok ? [await checkJobs(pool), await checkCategories(pool), await checkAdmins(pool)] : []
    return [server, await checkClock(pool), migrations, ...rest]
  } finally {
    await closeDatabase(database)
  }
}

async function checkServer(pool: pg.Pool): Promise<Finding> {
  const sql = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`
  const { number, version } = await oneOf<{ number: number; version: string }>(pool, sql)
  if (number >= VERSION_MIN) return good(`The database answers: PostgreSQL ${version}`)
  return bad(`The database is PostgreSQL ${version}`, 'Use PostgreSQL 18 or later.')
}

async function checkClock(pool: pg.Pool): Promise<Finding> {
  const before = Date.now()
  const { at } = await oneOf<{ at: Date }>(pool, 'SELECT clock_timestamp() AS at')
  return clockFinding(at.getTime(), { before, after: Date.now() })
}

/**
 * What the database's clock says beside this machine's, all in milliseconds.
 * @param asked between which two moments of this machine the database has looked at its clock
 */
export function clockFinding(at: number, { before, after }: { before: number; after: number }): Finding {
  const apartMs = Math.max(before - at, at - after, 0)
  if (apartMs <= CLOCK_MAX_MS)
    return good(`This machine’s clock and the database’s agree within ${CLOCK_MAX_MS / 1000} s`)
  const seconds = Math.round(apartMs / 1000)
  return bad(`The clocks of this machine and the database differ by ${seconds} s`, 'Set both by NTP.')
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  const advice = 'Run the migrations: node prisma/dist/migrate.js in the image, pnpm db:migrate in a checkout.'
  const { there } = await oneOf<{ there: boolean }>(
    pool,
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  )
  if (!there) return bad('The database has no tables', advice)
  const { rows } = await pool.query<{ name: string }>(`SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`)
  const applied = new Set(rows.map(({ name }) => name))
  const missing = migrationNames.filter(name => !applied.has(name))
  if (missing.length > 0) return bad(`Not applied yet: ${missing.join(', ')}`, advice)
  return good(`All ${migrationNames.length} migrations are applied`)
}

async function checkJobs(pool: pg.Pool): Promise<Finding> {
  const { there } = await oneOf<{ there: boolean }>(pool, `SELECT to_regclass('pgboss.job') IS NOT NULL AS there`)
  if (!there) return good('The job queue is made when the server first starts')
  const { late, failed } = await oneOf<{ late: number; failed: number }>(
    pool,
    `SELECT count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after < now() - interval '5 minutes')::int AS late,
      count(*) FILTER (WHERE state = 'failed')::int AS failed FROM pgboss.job`,
  )
  if (failed > 0) return bad(`Jobs that were given up: ${failed}`, 'The server’s log says why; look at pgboss.job.')
  if (late > 0) return bad(`Jobs that are due since five minutes: ${late}`, 'Start the server, or look at its log.')
  return good('No job is late or given up')
}

async function checkCategories(pool: pg.Pool): Promise<Finding> {
  const { open } = await oneOf<{ open: number }>(
    pool,
    'SELECT count(*)::int AS open FROM categories WHERE retired_at IS NULL',
  )
  if (open > 0) return good(`Open categories: ${open}`)
  return bad(
    'There is no category, so nothing can be posted',
    'Create one: at /dashboard/Categories, or by categories create.',
  )
}

async function checkAdmins(pool: pg.Pool): Promise<Finding> {
  const sql = `SELECT count(*)::int AS admins FROM users WHERE role = 'ADMIN' AND deleted_at IS NULL`
  const { admins } = await oneOf<{ admins: number }>(pool, sql)
  if (admins > 0) return good(`Admins: ${admins}`)
  return bad('There is no admin', 'Sign up on the site, then: admin grant EMAIL.')
}

async function oneOf<Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string): Promise<Row> {
  const [row] = (await pool.query<Row>(sql)).rows
  if (!row) throw new Error('The database answered nothing')
  return row
}
