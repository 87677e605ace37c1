import { closeDatabase, createDatabase, type Database, query, run } from '@second-ring/database'
import { TRIGGERS_LABEL } from '@second-ring/database/trigger-files'
import { type Compilable, sql } from 'kysely'
import { ownsAudit } from '#audit/owns-audit.ts'
import { migrationNames, triggersRevision } from '#http/migration-names.ts'
import { presentUser } from '#identity/present-user.ts'
import { hasQueue, queueQuery } from '#platform/queue-tables.ts'
import { bad, type Finding, findingOf, good } from './finding.ts'

/** PostgreSQL 18, whose uuidv7() the tables use. */
const VERSION_MIN = 180_000
const CLOCK_MAX_MS = 2000

/** The database: that it answers, its version, clock, migrations and triggers, the jobs in it, and whether the market is open. */
export async function checkDatabase(url: string, { isProduction = false } = {}): Promise<Finding[]> {
  const database = createDatabase(url, { applicationName: 'second-ring-doctor', poolSize: 1 })
  try {
    const server = await findingOf(() => checkServer(database), {
      what: 'The database does not answer',
      advice: 'Check DATABASE_URL (DATABASE_DIRECT_URL with a pooler), and that its server lets this machine in.',
    })
    if (!server.ok) return [server]
    const migrations = await checkMigrations(database)
    const rest = migrations.ok
      ? [
          await checkTriggers(database),
          await checkJobs(database),
          await checkMails(database),
          await checkCategories(database),
          await checkAdmins(database),
          ...(isProduction ? [await checkRole(database)] : []),
        ]
      : []
    return [server, await checkClock(database), migrations, ...rest]
  } finally {
    await closeDatabase(database)
  }
}

async function checkServer(database: Database): Promise<Finding> {
  const versions = query.selectNoFrom([
    sql<number>`current_setting('server_version_num')::int`.as('number'),
    sql<string>`current_setting('server_version')`.as('version'),
  ])
  const { number, version } = await oneOf(database, versions)
  if (number >= VERSION_MIN) return good(`The database answers: PostgreSQL ${version}`)
  return bad(`The database is PostgreSQL ${version}`, 'Use PostgreSQL 18 or later.')
}

async function checkClock(database: Database): Promise<Finding> {
  const before = Date.now()
  const { at } = await oneOf(database, query.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')))
  return clockFinding(at.getTime(), { before, after: Date.now() })
}

/**
 * Compares the database's clock with this machine's.
 * @param at the database's time, in milliseconds
 * @param between this machine's time before and after the query, in milliseconds
 */
export function clockFinding(at: number, { before, after }: { before: number; after: number }): Finding {
  const apartMs = Math.max(before - at, at - after, 0)
  if (apartMs <= CLOCK_MAX_MS)
    return good(`This machine’s clock and the database’s agree within ${CLOCK_MAX_MS / 1000} s`)
  const seconds = Math.round(apartMs / 1000)
  return bad(`The clocks of this machine and the database differ by ${seconds} s`, 'Set both by NTP.')
}

const appliedMigrations = query
  .withTables<{
    _prisma_migrations: { migration_name: string; finished_at: Date | null; rolled_back_at: Date | null }
  }>()
  .selectFrom('_prisma_migrations')
  .where('finished_at', 'is not', null)
  .where('rolled_back_at', 'is', null)
  .select('migration_name as name')

const MIGRATE = 'Run the migrations: node prisma/dist/migrate.js in the image, pnpm db:migrate in a checkout.'

async function checkMigrations(database: Database): Promise<Finding> {
  const isThere = sql<boolean>`to_regclass('_prisma_migrations') IS NOT NULL`
  const table = await oneOf(database, query.selectNoFrom(isThere.as('isThere')))
  if (!table.isThere) return bad('The database has no tables', MIGRATE)
  const rows = await run(database, appliedMigrations)
  const applied = new Set(rows.map(({ name }) => name))
  const missing = migrationNames.filter(name => !applied.has(name))
  if (missing.length > 0) return bad(`Not applied yet: ${missing.join(', ')}`, MIGRATE)
  return good(`All ${migrationNames.length} migrations are applied`)
}

/** The comment that each trigger and function of `prisma/triggers` has in the database. */
const triggerComments = query
  .withTables<{ pg_description: { description: string } }>()
  .selectFrom('pg_description')
  .where('description', 'like', `${TRIGGERS_LABEL} revision %`)
  .select('description as comment')

async function checkTriggers(database: Database): Promise<Finding> {
  const comments = (await run(database, triggerComments)).map(({ comment }) => comment)
  const [, revision = 0, count] = (/ revision (\d+), (\d+) objects/.exec(comments[0] ?? '') ?? []).map(Number)
  if (revision < triggersRevision) {
    return bad(`The triggers have revision ${revision}, this version has ${triggersRevision}`, MIGRATE)
  }
  if (count !== comments.length)
    return bad(`Of ${count} triggers and their functions ${comments.length} are there`, MIGRATE)
  return good(`The triggers have revision ${revision}`)
}

const countJobs = queueQuery.selectFrom('pgboss.job').select([
  sql<number>`count(*) FILTER (
    WHERE state IN ('created', 'retry') AND start_after < now() - interval '5 minutes')::int`.as('late'),
  sql<number>`count(*) FILTER (WHERE state = 'failed')::int`.as('failed'),
])

async function checkJobs(database: Database): Promise<Finding> {
  if (!(await hasQueue(database))) return good('The job queue is made when the server first starts')
  const { late, failed } = await oneOf(database, countJobs)
  if (failed > 0) return bad(`Jobs that were given up: ${failed}`, 'The server’s log says why; look at pgboss.job.')
  if (late > 0) return bad(`Jobs that are due since five minutes: ${late}`, 'Start the server, or look at its log.')
  return good('No job is late or given up')
}

async function checkMails(database: Database): Promise<Finding> {
  const isRefused = { state: 'QUEUED', problem: { not: null } } as const
  const refused = await database.mail.count({ where: isRefused })
  if (refused === 0) return good('No e-mail waits because the mail server did not take it')
  const last = await database.mail.findFirst({
    where: isRefused,
    orderBy: { dueAt: 'desc' },
    select: { problem: true },
  })
  return bad(`E-mails that wait because the mail server did not take them: ${refused}`, `It said: ${last?.problem}`)
}

async function checkCategories(database: Database): Promise<Finding> {
  const open = await database.category.count({ where: { retiredAt: null } })
  if (open > 0) return good(`Open categories: ${open}`)
  return bad(
    'There is no category, so nothing can be posted',
    'Create one: at /dashboard/Categories, or by categories create.',
  )
}

async function checkRole(database: Database): Promise<Finding> {
  if (!(await ownsAudit(database))) return good('The server’s database role can only add to the audit')
  return bad(
    'The server’s database role owns the audit’s tables, and could change them',
    'Give it a role of its own: docs/operate/the-audit.md.',
  )
}

async function checkAdmins(database: Database): Promise<Finding> {
  const admins = await database.user.count({ where: { role: 'ADMIN', ...presentUser } })
  if (admins > 0) return good(`Admins: ${admins}`)
  return bad('There is no admin', 'Sign up on the site, then: admin grant EMAIL.')
}

async function oneOf<Row>(database: Database, compilable: Compilable<Row>): Promise<Row> {
  const [row] = await run(database, compilable)
  if (!row) throw new Error('The database answered nothing')
  return row
}
