import type pg from 'pg'
import type { PgBoss, QueueOptions, QueueResult } from 'pg-boss'
import { everyHour, everyMinute, everyNight, jobNames } from '#platform/job-queue.ts'

/** Everything that the code says of a queue; null for no limit. */
export type QueueSettings = Required<Omit<QueueOptions, 'heartbeatSeconds' | 'retryDelayMax'>> & {
  retryDelayMax: number | null
}

interface Queues {
  boss: PgBoss
  pool: pg.Pool
  settings: QueueSettings
}

const names: readonly string[] = jobNames
const scheduled: readonly string[] = [...everyMinute, ...everyHour, ...everyNight]

/**
 * Makes the database's queues and schedules those of the code: each queue with the settings of today, also where it was
 * made with others; no other schedule; no other queue, once nothing in it waits to be done.
 */
export async function tidyQueues({ boss, pool, settings }: Queues): Promise<void> {
  const queues = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const name of jobNames) {
    const queue = queues.get(name)
    if (!queue) await boss.createQueue(name, optionsOf(settings))
    else if (!hasSettings(queue, settings)) await boss.updateQueue(name, settings)
  }
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.includes(name)) await boss.unschedule(name, key)
  }
  for (const name of await emptyQueues(pool)) {
    if (!names.includes(name)) await boss.deleteQueue(name)
  }
}

// What pg-boss keeps for itself begins with two underscores.
async function emptyQueues(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT name FROM pgboss.queue q WHERE NOT starts_with(name, '__')
      AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = q.name AND j.state < 'completed')`)
  return rows.map(({ name }) => name)
}

function hasSettings(queue: QueueResult, settings: QueueSettings): boolean {
  const kept = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(settings).every(([name, value]) => (kept.get(name) ?? null) === value)
}

function optionsOf({ retryDelayMax, ...settings }: QueueSettings): QueueOptions {
  return { ...settings, ...(retryDelayMax !== null && { retryDelayMax }) }
}
