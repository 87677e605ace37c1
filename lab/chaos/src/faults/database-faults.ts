import { setTimeout as wait } from 'node:timers/promises'
import { createPool } from '@second-ring/database'
import { insist } from '../insist.ts'
import type { Random } from '../random.ts'

/** What PostgreSQL does to its clients without being killed. */
export interface DatabaseFaults {
  /** Ends sessions of the API's processes at random for a while, as a failover does. */
  terminateSessions(milliseconds: number): Promise<void>
  /** Lets no COMMIT answer for a while, though each is carried out. */
  stallCommits(milliseconds: number): Promise<void>
  counts(): { terminated: number; stalls: number }
  stop(): Promise<void>
}

const TERMINATE_EVERY_MS = { from: 30, to: 150 } as const
const SHARE = 0.4
/** A stand-by that there is not: commits wait for it. */
const NOBODY = 'nobody'

export function databaseFaults(databaseUrl: string, random: Random): DatabaseFaults {
  const pool = createPool({ connectionString: databaseUrl, application_name: 'chaos-faults', max: 1 })
  const counts = { terminated: 0, stalls: 0 }
  const waitFor = async (standby: string) => {
    await pool.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
    await pool.query('SELECT pg_reload_conf()')
  }
  return {
    async terminateSessions(milliseconds) {
      const end = performance.now() + milliseconds
      while (performance.now() < end) {
        const { rowCount } = await pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE 'second-ring%' AND random() < $1`,
          [SHARE],
        )
        counts.terminated += rowCount ?? 0
        await wait(random.between(TERMINATE_EVERY_MS.from, TERMINATE_EVERY_MS.to))
      }
    },
    async stallCommits(milliseconds) {
      counts.stalls += 1
      await waitFor(NOBODY)
      try {
        await wait(milliseconds)
      } finally {
        await insist(() => waitFor(''))
      }
    },
    counts: () => ({ ...counts }),
    stop: () => pool.end(),
  }
}
