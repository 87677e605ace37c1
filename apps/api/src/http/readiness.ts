import type pg from 'pg'
import type { RunningJobQueue } from '#adapters/pg-boss/pg-boss-job-queue.ts'
import type { GuardedProviders } from '#adapters/providers/guard-providers.ts'
import type { ProviderPolicy } from '#adapters/providers/provider-policy.ts'
import type { RedisLink } from '#adapters/redis/redis-link.ts'
import type { Admission } from './admission.ts'
import { migrationNames } from './migration-names.ts'

/** What keeps the server from its work, in a sentence by what it concerns; empty when nothing does. */
export type Problems = Partial<Record<'server' | 'database' | 'migrations' | 'jobs', string>>

/** What it does its work without, in a sentence by what it concerns. */
export type Notes = Partial<Record<'server' | 'redis' | keyof GuardedProviders['policies'], string>>

/** Whether the server can do its work now. */
export interface Readiness {
  problems(): Promise<Problems>
  notes(): Notes
  /** Makes a note of a server that turns requests away. */
  watchLoad(load: Load): void
}

/** How the server gets on with what it is asked. */
type Load = Pick<Admission, 'isShedding'>

interface ReadinessParts {
  pool: pg.Pool
  jobs: Pick<RunningJobQueue, 'isUp'>
  /** Where rate limits are counted together, when that is Redis. */
  redis?: Pick<RedisLink, 'isUp'> | null
  /** For the outside providers that requests wait for. */
  policies?: Partial<Record<keyof GuardedProviders['policies'], Pick<ProviderPolicy, 'isAnswering'>>>
  /** Aborted when the server has been asked to stop. */
  stopping: AbortSignal
  /** The migrations that must have been applied; those of this build by default. */
  migrations?: string[]
}

/** Looks at the database, its migrations and the job queue; who asks while it looks gets the same answer. */
export function createReadiness({
  pool,
  jobs,
  redis = null,
  policies = {},
  stopping,
  migrations = migrationNames,
}: ReadinessParts): Readiness {
  let looking: Promise<Problems> | null = null
  let load: Load | null = null

  async function look(): Promise<Problems> {
    const applied = await appliedMigrations(pool)
    if (!applied) return { database: 'It does not answer.' }
    const missing = migrations.filter(name => !applied.has(name))
    if (missing.length > 0) return { migrations: `Not applied yet: ${missing.join(', ')}` }
    return (await jobs.isUp()) ? {} : { jobs: 'The queue is not running.' }
  }

  return {
    async problems() {
      if (stopping.aborted) return { server: 'It is stopping.' }
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },
    watchLoad(watched) {
      load = watched
    },
    notes() {
      const silent = Object.entries(policies).filter(([, policy]) => !policy.isAnswering())
      return {
        ...(load?.isShedding() && { server: SHEDDING }),
        ...(redis && !redis.isUp() && { redis: REDIS_AWAY }),
        ...Object.fromEntries(silent.map(([provider]) => [provider, 'It does not answer.'])),
      }
    },
  }
}

const SHEDDING = 'It has too much to do, and turns requests away.'
const REDIS_AWAY = 'It does not answer. Rate limits are counted in each process meanwhile.'
const NO_TABLE = '42P01'

/** Null when the database does not answer. */
async function appliedMigrations(pool: pg.Pool): Promise<Set<string> | null> {
  try {
    const { rows } = await pool.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    return new Set(rows.map(({ migration_name }) => migration_name))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === NO_TABLE ? new Set() : null
  }
}
